/** What a driver says when the database is not reached, goes away under a statement, has too many connections, or ends one that took too long. */
const awayCodes =
  /^(?:ECONNREFUSED|ECONNRESET|ENOENT|ETIMEDOUT|EHOSTUNREACH|EPIPE|08\w{3}|53300|57P0[123]|57014)$/;
const awayWords =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Connection ended)/;

/** Whether a call failed because the database cannot be reached now: the same call works again in a moment. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (typeof code === 'string' && awayCodes.test(code)) || awayWords.test(error.message);
}
