import type { AddressValidators } from './address-validator.ts';
import type { ChainRules, CoinRules } from './coin-rules.ts';
import { compilePattern } from './compile-pattern.ts';

/** The verdict of the rules on a text that was typed as a payout address of a coin. */
export type AddressOutcome =
  | {
      readonly kind: 'valid';
      readonly network: string;
      /** The one spelling under which the miner is stored. */
      readonly address: string;
      readonly memo: string | null;
      /** Every network of the coin on which this address is valid, the matched one first. */
      readonly compatible: readonly string[];
    }
  | { readonly kind: 'empty' }
  | { readonly kind: 'too-long'; readonly max: number }
  /** The address is right, but `network` takes no memo; `coinTakesMemo` tells whether another network of the coin does. */
  | { readonly kind: 'memo-not-supported'; readonly network: string; readonly coinTakesMemo: boolean }
  | { readonly kind: 'memo-invalid'; readonly network: string }
  | { readonly kind: 'wrong-checksum'; readonly network: string }
  /** `networks` are the names of the coin's networks, the default one first. */
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
  const chains = coin.chains.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));

  const { address, memo } = splitMemo(coin, input);
  // An address with a colon of its own, such as `CFX:TYPE.USER:…`, is whole: only what is no address as it stands is split.
  const whole = coin.addressPrefix === null ? null : matchChains(chains, input, validators);
  const isWhole = whole !== null && (whole.valid.length > 0 || whole.wrongChecksum !== undefined);
  if (memo === null || isWhole) {
    return withoutMemo(chains, whole ?? matchChains(chains, address, validators));
  }
  return withMemo(chains, matchChains(chains, address, validators), memo);
}

interface ChainMatches {
  readonly valid: readonly { readonly chain: ChainRules; readonly canonical: string }[];
  readonly wrongChecksum: ChainRules | undefined;
}

function withoutMemo(chains: readonly ChainRules[], matches: ChainMatches): AddressOutcome {
  const first = matches.valid[0];
  return first === undefined ? refusal(chains, matches) : accept(matches, first, null);
}

function withMemo(chains: readonly ChainRules[], matches: ChainMatches, memo: string): AddressOutcome {
  const first = matches.valid[0];
  if (first === undefined) return refusal(chains, matches);
  const taking = matches.valid.find((match) => match.chain.regexMemo !== null);
  const pattern = taking?.chain.regexMemo;
  if (taking === undefined || typeof pattern !== 'string') {
    const coinTakesMemo = chains.some((chain) => chain.regexMemo !== null);
    return { kind: 'memo-not-supported', network: first.chain.network, coinTakesMemo };
  }
  if (!compilePattern(pattern).test(memo)) return { kind: 'memo-invalid', network: taking.chain.network };
  return accept(matches, taking, memo);
}

function accept(
  matches: ChainMatches,
  match: ChainMatches['valid'][number],
  memo: string | null,
): AddressOutcome {
  const others = matches.valid.filter((other) => other !== match).map((other) => other.chain.network);
  const network = match.chain.network;
  return { kind: 'valid', network, address: match.canonical, memo, compatible: [network, ...others] };
}

function refusal(chains: readonly ChainRules[], matches: ChainMatches): AddressOutcome {
  if (matches.wrongChecksum !== undefined) {
    return { kind: 'wrong-checksum', network: matches.wrongChecksum.network };
  }
  return { kind: 'no-network-matches', networks: chains.map((chain) => chain.name) };
}

function matchChains(
  chains: readonly ChainRules[],
  address: string,
  validators: AddressValidators,
): ChainMatches {
  const valid: { chain: ChainRules; canonical: string }[] = [];
  let wrongChecksum: ChainRules | undefined;
  for (const chain of chains) {
    if (!compilePattern(chain.regex).test(address)) continue;
    const verdict = validators[chain.family]?.(address) ?? { kind: 'valid', canonical: address };
    if (verdict.kind === 'valid') valid.push({ chain, canonical: verdict.canonical });
    else if (verdict.kind === 'wrong-checksum') wrongChecksum ??= chain;
  }
  return { valid, wrongChecksum };
}

/** The memo stands after the first colon that is not part of the coin's address prefix; null where there is none. */
function splitMemo(
  coin: CoinRules,
  input: string,
): { readonly address: string; readonly memo: string | null } {
  const colon = input.indexOf(':', prefixLength(coin, input));
  if (colon < 0) return { address: input, memo: null };
  return { address: input.slice(0, colon).trimEnd(), memo: input.slice(colon + 1).trim() };
}

function prefixLength(coin: CoinRules, input: string): number {
  if (coin.addressPrefix === null) return 0;
  const prefix = coin.addressPrefix.endsWith(':') ? coin.addressPrefix : `${coin.addressPrefix}:`;
  return input.slice(0, prefix.length).toLowerCase() === prefix.toLowerCase() ? prefix.length : 0;
}
