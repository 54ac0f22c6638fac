"""The outside world on loopback: servers that speak as the vendors' do, over a corpus of our own."""
