const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether nothing between the pool and this address can change what it answers: TLS, or no network at all. */
export function isUnalterable({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname));
}

/** What is wrong with an address whose answers are acted on: prices move money, and what another pool says of our account is held against what came in. */
export function sourceUrlFault(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !isUnalterable(url)) return 'url must be https://, or http:// on this machine';
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return 'url must be a host and, where it needs one, a port and a path, and nothing else';
  return undefined;
}
