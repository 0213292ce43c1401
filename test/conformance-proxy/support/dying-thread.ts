/** Stands in for the thread that judges, and can't even begin. */
throw new Error('It could not begin.');
