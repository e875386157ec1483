"""What other machines know about papers: arXiv, Crossref, OpenAlex, OpenReview and Semantic Scholar."""
