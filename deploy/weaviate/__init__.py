"""A Weaviate to keep the research memory in, where none is given: its program built from source, and run on loopback.

``building`` makes the program (``make weaviate``), ``local`` runs it, ``finding`` says which server is used.
"""
