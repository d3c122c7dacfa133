import {
  type LoggedField,
  type LoggedOfMiners,
  type LoggedOfVisitors,
  type LoggedOfVisitorsField,
  loggedOfMiners,
  loggedOfVisitors,
  logSummaryMs,
} from '@openlode/catalogue/logged';

const when: Readonly<Record<LoggedOfMiners, string>> = {
  'login-refused': 'A login is refused',
  'source-banned': 'An internet connection is banned for ten minutes',
  'connection-throttled':
    'A connection is read slowly because too many bytes come from it or from its IP address',
  'connection-closed': 'A connection is closed because it breaks a limit or finds no share',
  'connection-refused': 'A connection is refused: there are too many, or a ban is running',
};

const fieldWords: Readonly<Record<LoggedField, string>> = {
  source: 'the IP address as a keyed hash',
  reason: 'the reason',
};

const seconds = logSummaryMs / 1000;

const whenOfVisitors: Readonly<Record<LoggedOfVisitors, string>> = {
  'foreign-host': 'Requests are refused that name another site than this one',
  'live-limit': 'Live connections are refused or closed because they do too much',
  'call-failed': 'The pool fails to answer a call of the site',
};

const visitorFieldWords: Readonly<Record<LoggedOfVisitorsField, string>> = {
  host: 'the requested name',
  number: 'the number of requests',
  counts: 'how many, by reason',
  request: 'the id that the call was answered with',
  error: 'the fault inside the pool',
};

interface LoggedLine {
  readonly when: string;
  readonly says: string;
}

const ofMiners = Object.entries(loggedOfMiners).map(
  ([kind, { fields }]): LoggedLine => ({
    when: when[kind as LoggedOfMiners],
    says: `${fields.map((field) => fieldWords[field]).join(' and ')}; all others within ${seconds} seconds share one line with counts`,
  }),
);

const ofVisitors = Object.entries(loggedOfVisitors).map(
  ([kind, { fields, everySeconds }]): LoggedLine => ({
    when: whenOfVisitors[kind as LoggedOfVisitors],
    says: `${fields.map((field) => visitorFieldWords[field]).join(' and ')}, and nothing about the visitor${everySeconds === undefined ? '' : `; one line in ${everySeconds} seconds for all`}`,
  }),
);

/** What the log says of miners and visitors, made from the tables by which the pool writes it. */
export const loggedByPool: readonly LoggedLine[] = [...ofMiners, ...ofVisitors];
