"""The web pages: a blueprint a noun. A view loads, builds the form, decides, appends, answers."""
