// Answers questions in the isolated world.
