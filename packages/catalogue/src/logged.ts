/** What a line of the log says about a miner. */
export type LoggedField = 'source' | 'reason';

/**
 * Every line about a miner that the pool writes to its log at level info or above. The listeners can log no other ones, and the
 * privacy page lists these. `source` is a keyed hash of the network address that is another one every day.
 */
export const loggedOfMiners = {
  'login-refused': { line: 'a login was refused', fields: ['source', 'reason'] },
  'source-banned': { line: 'a source was banned', fields: ['source', 'reason'] },
  'connection-throttled': {
    line: 'a connection is read slowly: its bytes or those of its source are too many',
    fields: ['source', 'reason'],
  },
  'connection-closed': { line: 'a connection was closed for breaking a limit', fields: ['source', 'reason'] },
  'connection-refused': { line: 'a connection was refused', fields: ['source', 'reason'] },
} as const satisfies Readonly<
  Record<string, { readonly line: string; readonly fields: readonly LoggedField[] }>
>;

export type LoggedOfMiners = keyof typeof loggedOfMiners;

/** After a line of one kind, further ones are counted for this long, ms, and summed up in one line. */
export const logSummaryMs = 30_000;

/** What a line of the log says about visitors of the site. */
export type LoggedOfVisitorsField = 'host' | 'number' | 'counts' | 'request' | 'error';

/**
 * Every line about visitors, their calls and their live connections that the pool writes to its log at level info or above. None has
 * a network address, not even as a hash.
 */
export const loggedOfVisitors = {
  'foreign-host': {
    line: 'requests under a foreign Host were refused: if visitors use this name, set OPENLODE_PUBLIC_URL',
    fields: ['host', 'number'],
    everySeconds: 60,
  },
  'live-limit': {
    line: 'live connections were refused or closed, because they do too much',
    fields: ['counts'],
    everySeconds: 60,
  },
  'call-failed': { line: 'a call failed', fields: ['request', 'error'], everySeconds: undefined },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly line: string;
      readonly fields: readonly LoggedOfVisitorsField[];
      /** The interval, in seconds, in which one line summarises all; undefined where each has its own line. */
      readonly everySeconds: number | undefined;
    }
  >
>;

export type LoggedOfVisitors = keyof typeof loggedOfVisitors;
