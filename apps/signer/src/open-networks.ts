import type { NetworkFamily } from './families/family.ts';
import { familyOf } from './families/registry.ts';
import type { Rules } from './judge-transaction.ts';
import type { SigningKey } from './keystore/keystore.ts';
import type { Policy } from './policy/read-policy.ts';

/** A network that the signer has keys and a policy for. */
export interface OpenNetwork extends Rules {
  readonly family: NetworkFamily;
  readonly secrets: readonly Uint8Array[];
}

/** By network, those that have both. */
export function openNetworks(keys: readonly SigningKey[], policy: Policy): Map<string, OpenNetwork> {
  const networks = new Map<string, OpenNetwork>();
  for (const [network, own] of policy) {
    const family = familyOf(network);
    const secrets = keys.filter((key) => key.network === network).map(({ secret }) => secret);
    if (family === undefined || secrets.length === 0) continue;
    const listed = new Set(own.sweepTo.flatMap((address) => family.listedAs(network, address) ?? []));
    networks.set(network, {
      family,
      feeUnit: family.feeUnit,
      paysOnce: family.paysOnce === true,
      policy: own,
      secrets,
      isListed: (address) => listed.has(family.listedAs(network, address) ?? ''),
    });
  }
  return networks;
}
