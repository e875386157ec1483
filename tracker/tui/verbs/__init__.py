"""What can be done with papers: each module declares its keys beside the actions."""
