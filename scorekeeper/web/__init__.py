"""The web pages, by what a person does. A view loads, builds the form, decides,
appends, answers.

`app` puts them together: `server` (what every page needs), `phones` (who sits where),
`table` (playing), `arbiter` (asking and ruling), `nights` (several tables together),
`archive` (what was played), `pocket`
(all of it inside one phone's browser). What a person does together shares a blueprint,
such as the arbiter's.
"""
