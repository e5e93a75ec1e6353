"""The commands: a module or a function each; scorekeeper/__main__.py names them."""
