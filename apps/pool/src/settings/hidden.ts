/**
 * A value of a setting that may be shown: of a URL neither the password nor what stands behind a question mark, where drivers take
 * passwords as well. What begins as a URL and cannot be read as one is not shown at all.
 */
export function hidden(value: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return value;
  if (!URL.canParse(value)) return '(hidden)';
  const url = new URL(value);
  if (url.password !== '') url.password = 'hidden';
  if (url.search !== '') url.search = '?hidden';
  url.hash = '';
  return url.href;
}
