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

/** Why an amount of a coin cannot be moved. */
type AmountRefusal =
  | { readonly kind: 'malformed-amount'; readonly amount: string }
  | { readonly kind: 'unknown-network'; readonly coin: string }
  | {
      readonly kind: 'too-many-decimals';
      readonly coin: string;
      readonly network: string;
      readonly decimals: number;
      readonly amount: string;
    };

export function amountSentence(refusal: AmountRefusal): string {
  switch (refusal.kind) {
    case 'malformed-amount':
      return `${refusal.amount} is no amount: give whole coins above zero, for example 0.5.`;
    case 'unknown-network':
      return `${refusal.coin} is no coin of the pool, or has no such network.`;
    case 'too-many-decimals':
      return `${refusal.coin} has ${refusal.decimals} decimals on ${refusal.network}: no wallet can hold ${refusal.amount}.`;
  }
}
