/** Logs a failure that a visitor can do nothing about to the browser's console. */
export function logQuietly(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- the specification wants it logged and not shown
  console.warn(what, error);
}
