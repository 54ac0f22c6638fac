"""What is generated from the messages, the streams table and the sources; ``deploy.documenting`` writes it."""
