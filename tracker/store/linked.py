"""Links in what people write, as SQL over `link l`: those that a person may see, and whether they lead anywhere.

`:me` is the person's id.
"""

SEEN = """
FROM link l
LEFT JOIN note n ON n.id = CASE l.from_kind WHEN 'note' THEN CAST(l.from_id AS INTEGER) END
LEFT JOIN comment c ON l.from_kind = 'comment' AND c.id = l.from_id AND c.deleted_at IS NULL
LEFT JOIN annotation a ON a.id = CASE l.from_kind WHEN 'annotation' THEN l.from_id ELSE c.annotation_id END
JOIN person p ON p.id = coalesce(n.author_id, c.author_id, a.author_id)
WHERE (n.id IS NULL OR n.visibility = 'team' OR n.author_id = :me)
  AND (l.from_kind <> 'annotation' OR a.deleted_at IS NULL)
  AND (a.id IS NULL OR a.visibility = 'team' OR a.author_id = :me)
"""

# Whether what a link points to is there, for the person who asks.
THERE = """(l.to_kind = 'paper' AND EXISTS (SELECT 1 FROM paper t
     WHERE t.id = CASE l.to_kind WHEN 'paper' THEN CAST(l.to_id AS INTEGER) END))
 OR (l.to_kind = 'note' AND EXISTS (SELECT 1 FROM note t
     WHERE t.id = CASE l.to_kind WHEN 'note' THEN CAST(l.to_id AS INTEGER) END
     AND (t.visibility = 'team' OR t.author_id = :me)))
 OR (l.to_kind = 'annotation' AND EXISTS (SELECT 1 FROM annotation t WHERE t.id = l.to_id AND t.deleted_at IS NULL
     AND (t.visibility = 'team' OR t.author_id = :me)))"""
