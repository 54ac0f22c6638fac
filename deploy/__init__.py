"""What runs where: streams, provisioning, and the configuration of servers."""
