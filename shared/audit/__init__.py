"""Check and render reports: markers, the claim ledger, the audit, footnotes, Markdown."""
