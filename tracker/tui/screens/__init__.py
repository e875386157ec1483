"""The screens, imported when they are first opened."""
