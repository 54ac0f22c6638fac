"""A browser for tests of our pages: Chromium of the system's packages, driven and questioned from Node."""
