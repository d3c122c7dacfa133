import type { AddressValidators } from './address-validator.ts';
import type { ChainRules, CoinRules } from './coin-rules.ts';

/** What the rules say of the text that somebody typed as a payout address of a coin. */
export type AddressOutcome =
  | {
      readonly kind: 'valid';
      readonly network: string;
      /** The one spelling under which the account is stored. */
      readonly address: string;
      readonly memo: string | null;
      /** Every network of the coin on which this address is valid, the matched one first. */
      readonly compatible: readonly string[];
    }
  | { readonly kind: 'empty' }
  | { readonly kind: 'too-long'; readonly max: number }
  | { readonly kind: 'memo-not-supported'; readonly network: string }
  | { readonly kind: 'memo-invalid'; readonly network: string }
  | { readonly kind: 'wrong-checksum'; readonly network: string }
  | { readonly kind: 'no-network-matches'; readonly networks: readonly string[] };

/** Address and memo together are never longer than this many characters. */
export const addressWithMemoLengthMax = 256;

/**
 * Judges `ADDRESS` or `ADDRESS:MEMO` for a coin: trimmed, the default chain first, then the others in order.
 * Pure; a family that `validators` does not hold is judged by its pattern alone.
 */
export function judgeAddress(coin: CoinRules, text: string, validators: AddressValidators): AddressOutcome {
  const input = text.trim();
  if (input === '') return { kind: 'empty' };
  if (input.length > addressWithMemoLengthMax) return { kind: 'too-long', max: addressWithMemoLengthMax };
  const chains = [...coin.chains].sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
  const matching = chains.filter((chain) => matches(chain, input, validators));
  const first = matching[0];
  if (first === undefined) return { kind: 'no-network-matches', networks: chains.map((chain) => chain.name) };
  return { kind: 'valid', network: first.network, address: input, memo: null, compatible: matching.map((chain) => chain.network) };
}

function matches(chain: ChainRules, address: string, validators: AddressValidators): boolean {
  if (!new RegExp(chain.regex).test(address)) return false;
  return (validators[chain.family]?.(address).kind ?? 'valid') === 'valid';
}
