/** Those that suites choose, and one on each side of Greenwich. */
const few = ['America/New_York', 'Asia/Tokyo', 'Europe/Berlin'];

/**
 * A choice of all time zones has more than four hundred options. The document looks at every option again when one is added, and React makes them
 * on each page of payments: a fifth of what suites of such pages take. The list itself has a suite (`time-zones.test.ts`).
 */
export function offerFewTimeZones(): void {
  const all = Intl.supportedValuesOf.bind(Intl);
  Intl.supportedValuesOf = (key) => (key === 'timeZone' ? [...few] : all(key));
}
