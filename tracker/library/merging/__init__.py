"""The same paper twice: found, compared, and made one."""
