/** What a line of the log says about a miner. */
export type LoggedField = 'source' | 'reason';

/**
 * Every line about a miner that the pool writes to its log at level info or above. The listeners can log no other ones, and the
 * privacy page lists these. `source` is a keyed hash of the network address that is another one every day.
 */
export const loggedOfMiners = {
  'login-refused': { line: 'a login was refused', fields: ['source', 'reason'] },
  'source-banned': { line: 'a source was banned', fields: ['source', 'reason'] },
  'connection-closed': { line: 'a connection was closed for breaking a limit', fields: ['source', 'reason'] },
  'connection-refused': { line: 'a connection was refused', fields: ['source', 'reason'] },
} as const satisfies Readonly<
  Record<string, { readonly line: string; readonly fields: readonly LoggedField[] }>
>;

export type LoggedOfMiners = keyof typeof loggedOfMiners;

/** After a line of one kind its next ones are counted for so long, and told in one line. */
export const logSummaryMs = 30_000;
