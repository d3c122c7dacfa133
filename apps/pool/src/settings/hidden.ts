/** Settings that are connection strings, in which drivers take passwords. */
const connections: ReadonlySet<string> = new Set(['DATABASE_URL', 'REDIS_URL']);

/**
 * A value of a setting that may be shown: of a URL neither the password nor what stands behind a question mark, where drivers take
 * passwords as well. What should be a URL and cannot be read as one is not shown at all: it may be a connection string of another form, or a
 * password may have ended it too early.
 */
export function hidden(name: string, value: string): string {
  const isConnection = connections.has(name);
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return isConnection ? '(hidden)' : value;
  if (!URL.canParse(value)) return '(hidden)';
  const url = new URL(value);
  // Behind the host of one there is none, but where a slash, a question mark or a # of a password was taken for the end of that host.
  if (isConnection && (url.pathname + url.search + url.hash).includes('@')) return '(hidden)';
  if (url.password !== '') url.password = 'hidden';
  // By itself it may be a token; a server of PostgreSQL only has names there.
  else if (url.username !== '' && !url.protocol.startsWith('postgres')) url.username = 'hidden';
  if (url.search !== '') url.search = '?hidden';
  url.hash = '';
  return url.href;
}
