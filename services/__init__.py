"""One folder, one process; services never import each other."""
