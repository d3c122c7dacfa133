import {
  type LoggedField,
  type LoggedOfMiners,
  loggedOfMiners,
  logSummaryMs,
} from '@openlode/catalogue/logged';

const when: Readonly<Record<LoggedOfMiners, string>> = {
  'login-refused': 'A login is refused',
  'source-banned': 'An internet connection is banned for ten minutes',
  'connection-closed': 'A connection is closed because it breaks a limit or finds no share',
  'connection-refused': 'A connection is refused: there are too many, or a ban is running',
};

const fieldWords: Readonly<Record<LoggedField, string>> = {
  source: 'the network address as a keyed hash',
  reason: 'the reason',
};

const seconds = logSummaryMs / 1000;

/** What the log says of miners, made from the table by which the listeners write it. */
export const loggedByPool: readonly { readonly when: string; readonly says: string }[] = Object.entries(
  loggedOfMiners,
).map(([kind, { fields }]) => ({
  when: when[kind as LoggedOfMiners],
  says: `${fields.map((field) => fieldWords[field]).join(' and ')}; what follows within ${seconds} seconds is one line that counts connections and reasons`,
}));
