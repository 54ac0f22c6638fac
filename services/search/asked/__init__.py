"""What somebody asks, taken apart so that each source can be asked it in its own language."""
