import type { NamedAddress } from '../../domain/operations/name-miner.ts';

export const malformedReason = 'A reason has 1 to 500 characters.';

export function instant(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** Why `typed` names no miner. */
export function namingSentence(
  typed: string,
  named: Exclude<NamedAddress, { kind: 'named' }> | { kind: 'never-mined'; coin: string; address: string },
): string {
  switch (named.kind) {
    case 'malformed-miner':
      return `${typed} is no miner: give its id, or COIN:ADDRESS.`;
    case 'bad-address':
      return `This is no address of ${named.coin}.`;
    case 'never-mined':
      return `No accepted share was ever mined to ${named.coin}:${named.address}.`;
  }
}
