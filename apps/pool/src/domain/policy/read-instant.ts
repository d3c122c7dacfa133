const form = /^(?<day>\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z)?$/;

/** A date, or a time in UTC as ISO 8601 writes it, in ms; undefined for any other text, and for a day that no calendar has. */
export function readInstant(text: string): number | undefined {
  const day = form.exec(text)?.groups?.['day'];
  const at = day === undefined ? Number.NaN : Date.parse(text);
  if (day === undefined || Number.isNaN(at)) return undefined;
  // `Date` takes the 30th of February for the 2nd of March.
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day) ? at : undefined;
}
