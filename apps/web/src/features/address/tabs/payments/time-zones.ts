/** The browser's own time zone; UTC where it does not tell. */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/** Every time zone that can be asked for: UTC and the browser's own first. */
export function listTimeZones(): readonly string[] {
  return [...new Set(['UTC', ownTimeZone(), ...Intl.supportedValuesOf('timeZone')])];
}
