"""What every family needs of its arbiter: how an irregularity is asked about, held
against the record and ruled on, and the rulings that a game has unless its law says
otherwise."""
