/**
 * Writes moments in one time zone as ISO 8601 with the offset, for example `2026-07-15T14:00:00+02:00`. Undefined where no time
 * zone has that name.
 */
export function zonedTime(timeZone: string): ((ms: number) => string) | undefined {
  const fields = {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  } as const;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', fields);
  } catch {
    return undefined;
  }
  return (ms) => {
    const part = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
    const offset = part['timeZoneName']?.replace('GMT', '');
    const date = `${part['year']}-${part['month']}-${part['day']}`;
    return `${date}T${part['hour']}:${part['minute']}:${part['second']}${offset === '' ? '+00:00' : offset}`;
  };
}
