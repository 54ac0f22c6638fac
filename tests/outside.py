"""What lies outside: switched off for every process a test starts, unless the test brings a world of its own."""

NAMES = ("pubmed", "clinicaltrials", "europepmc", "openalex", "duckduckgo", "tavily")

OFF = {f"VOUCH_{name.upper()}__ENABLED": "false" for name in NAMES}
