/** A replacement for the check thread that fails at its start. */
throw new Error('It could not begin.');
