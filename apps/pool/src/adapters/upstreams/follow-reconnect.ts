import type { ReconnectWish } from '@openlode/stratum/upstream/read-reconnect';
import type { UpstreamAddress } from './upstream-address.ts';

/**
 * Where a connection goes that its upstream wants elsewhere: to the address that it has, to another port of that host, or to an address
 * of the operator's list. Undefined for any other: one line that a stranger puts into a connection would take all its work. TLS is never
 * left, and a certificate is judged as before.
 *
 * @param listed the addresses of the same upstream
 */
export function followReconnect(
  { host, port }: ReconnectWish,
  present: UpstreamAddress,
  listed: readonly UpstreamAddress[],
): UpstreamAddress | undefined {
  if (host === '' || host === present.host) return { ...present, port: port ?? present.port };
  const others = listed.filter((each) => each.host === host && (port === undefined || each.port === port));
  return others.find(({ tls }) => present.tls === undefined || tls !== undefined);
}
