import type { NetworkFamily } from '../families/family.ts';
import { familyOf, networkNames } from '../families/registry.ts';
import { UsageError } from './command.ts';

/** Of a network that an operator has typed. Throws a UsageError where the signer knows none of that name. */
export function knownFamily(network: string): NetworkFamily {
  const family = familyOf(network);
  if (family === undefined)
    throw new UsageError(`${network} is no network of the signer: ${networkNames.join(', ')}.`);
  return family;
}
