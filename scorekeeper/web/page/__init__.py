"""The ground of the web: what a request says, how it is answered, who asks and what
they may."""
