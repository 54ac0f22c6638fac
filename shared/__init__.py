"""What two services need; knows no service."""
