"""The web pages: a blueprint a noun. A view loads, builds the form, decides, appends, answers.

- One request: app (what is put together), pages, static_files, errors, security, profile (kitchen
  or public), limits.
- Who asks: phone (the browser), access (its place, and what each page needs), presence,
  invitations, seats (coming, moving, leaving).
- A table: tables (the open session), views (what its pages show), now, sessions (its pages and
  corrections), evening with evening_form and played (the questions all games share), picker,
  recording (every form that is entered), corrections, saved, live, parts (of long
  pages), names (what people write).
- Its rules: new, settings_form, house_rules, consent, rulebook; arbiter and seals.
- What is kept: exports, reports, keeping (signing, paper), charts, moving, removal, installed.
- All tables: home, history, listing, statistics.
"""
