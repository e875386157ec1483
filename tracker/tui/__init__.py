"""The terminal interface."""

import os

# How often in a second the screen may be drawn. A key's answer waits for that, here a quarter of what Textual gives it.
os.environ.setdefault("TEXTUAL_FPS", "240")
