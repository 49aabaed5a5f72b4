// Counts work in the main world.
