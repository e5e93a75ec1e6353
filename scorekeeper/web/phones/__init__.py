"""Who sits where on which phone, and what each may see."""
