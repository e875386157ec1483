"""The same screens in a browser: a program of one's own for each window, behind a login."""
