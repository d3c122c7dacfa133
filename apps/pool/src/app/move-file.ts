/** Where a move to PostgreSQL keeps its copy while it runs, in the data directory. One that was killed leaves it; the next deletes it. */
export const moveFile = 'move-to-postgres.backup';
