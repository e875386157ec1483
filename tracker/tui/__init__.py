"""The terminal interface."""

import os

# How often in a second the screen may be drawn. A key's answer waits for that: half as long as Textual would have it.
os.environ.setdefault("TEXTUAL_FPS", "120")
