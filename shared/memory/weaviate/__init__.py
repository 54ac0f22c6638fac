"""ResearchMemory in Weaviate: one tenant per run, in one collection per embedder.

``memory.py`` is the adapter, ``objects.py`` what is kept, ``collection.py`` where, ``server.py`` how it is reached and
what its errors mean. Nothing else of Vouch imports the Weaviate client.
"""
