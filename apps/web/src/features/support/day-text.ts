const day = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** `21 November 2026`, in UTC. */
export function dayText(at: number): string {
  return Number.isFinite(at) ? day.format(at) : '';
}
