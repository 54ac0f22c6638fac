"""Language models: one protocol, Claude behind it, and around each call a journal, an allowance and a fence.

``opening.py`` opens it for a service; ``calls.py`` is what an agent holds while it works on one order::

    calls = thinking.on(order)
    scores = await ask(calls, request, Scores)     # JSON of a shape, checked; one repair
    reply = await calls.send(request)              # one turn of a conversation
"""
