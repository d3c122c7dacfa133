import type { Fault, Path } from './pool-file-fault.ts';

/**
 * What is wrong with where nodes or wallets are reached.
 *
 * @param whose such as `nodes of LTC`
 * @param path of the list in the file
 */
export function reachFaults(
  whose: string,
  entries: readonly { readonly name: string; readonly url: string }[],
  path: Path,
): Fault[] {
  const faults: Fault[] = [];
  for (const [at, { name, url }] of entries.entries()) {
    if (entries.findIndex((each) => each.name === name) < at)
      faults.push({ path: [...path, at, 'name'], fault: `two ${whose} are called ${name}` });
    const fault = urlFault(url);
    if (fault !== undefined) faults.push({ path: [...path, at, 'url'], fault });
    else if (entries.findIndex((each) => each.url === url) < at)
      // It would count as two witnesses.
      faults.push({ path: [...path, at, 'url'], fault: `two ${whose} are at ${url}` });
  }
  return faults;
}

function urlFault(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return 'url must be http:// or https://, a host and a port';
  if (url.username !== '' || url.password !== '')
    return 'url must not hold a password: write user:password into the file of login';
  if (url.search !== '' || url.hash !== '') return 'url must end with the port, or a path';
  return undefined;
}

/** What is wrong with where the wallets of nodes are reached. */
export function walletFaults(
  coin: string,
  nodes: readonly { readonly walletUrl?: string }[],
  path: Path,
): Fault[] {
  return nodes.flatMap(({ walletUrl }, at): Fault[] => {
    if (walletUrl === undefined) return [];
    const here = [...path, at, 'walletUrl'];
    const fault = urlFault(walletUrl);
    if (fault !== undefined) return [{ path: here, fault: `walletUrl: ${fault}` }];
    // One wallet would count as two witnesses.
    const isAnother = nodes.findIndex((each) => each.walletUrl === walletUrl) < at;
    return isAnother ? [{ path: here, fault: `two wallets of ${coin} are at ${walletUrl}` }] : [];
  });
}
