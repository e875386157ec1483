"""Annotations on the words of abstracts, and the talk about them."""
