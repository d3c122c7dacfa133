import type { AddressValidators } from './address-validator.ts';
import type { CoinRules } from './coin-rules.ts';
import { type AddressOutcome, addressWithMemoLengthMax, judgeAddress } from './judge-address.ts';
import { canonicalMiningKey } from './mining-key.ts';
import { chainsPaidHere, type NotPaidHere, notPaidHere, paidFirst, type PaysHere } from './paid-here.ts';
import { judgeReferralCode } from './referral-code.ts';
import { defaultWorkerName, workerNameOrDefault } from './worker-name.ts';

/** A login `COIN:ADDRESS[:MEMO].WORKER[#CODE]` taken apart and judged. */
export interface Login {
  readonly coin: string;
  readonly network: string;
  /** Canonical. */
  readonly address: string;
  readonly memo: string | null;
  /** `[A-Za-z0-9_-]{1,64}`; `default` where the text gave none or an unusable one. */
  readonly worker: string;
  readonly referralCode: string | null;
}

export type LoginOutcome =
  | { readonly kind: 'login'; readonly login: Login }
  | {
      readonly kind: 'mining-key';
      readonly miningKey: string;
      readonly worker: string;
      readonly referralCode: string | null;
    }
  | { readonly kind: 'empty' }
  | { readonly kind: 'too-long'; readonly max: number }
  | { readonly kind: 'no-coin' }
  | { readonly kind: 'unknown-coin'; readonly coin: string }
  | { readonly kind: 'delisted-coin'; readonly coin: string }
  | NotPaidHere
  /** The pool pays it, and has no way to come by more of it. */
  | { readonly kind: 'not-obtained'; readonly coin: string }
  | { readonly kind: 'memo-missing'; readonly coin: string; readonly network: string }
  | {
      readonly kind: 'bad-address';
      readonly coin: string;
      readonly outcome: Exclude<AddressOutcome, { kind: 'valid' }>;
    };

export interface UserStringRules {
  /** Asked with an upper-case symbol. */
  findCoin(symbol: string): CoinRules | undefined;
  readonly validators: AddressValidators;
  /** Whether a canonical address belongs to an exchange, which cannot tell its customers apart without a memo. */
  isExchangeAddress?(coin: string, address: string): boolean;
  /** Where the pool pays; left out where it pays every coin. */
  readonly paysHere?: PaysHere;
  /** Whether the pool comes by a coin that it pays; left out where it does by every one. */
  isObtained?(coin: string): boolean;
}

/**
 * A login is never longer than this: twice what coin, address with memo, worker and code can take, for those pasted
 * together twice.
 */
export const userStringLengthMax = 1024;

/**
 * Takes a login apart: `COIN:ADDRESS[:MEMO].WORKER[#CODE]`, `?ref=CODE` in place of `#CODE`, a Mining Key in place of
 * `COIN:ADDRESS[:MEMO]`. Of a login pasted together twice (`….worker#one.worker#two`) the first worker and the last
 * usable code count. Protocols with a field of their own for the worker pass it as `workerField` (`worker` or
 * `worker#code`); a usable name there goes before the one in `text`. Never throws; time is linear in the length.
 */
export function parseUserString(text: string, rules: UserStringRules, workerField = ''): LoginOutcome {
  const trimmed = text.trim();
  if (trimmed.length > userStringLengthMax) return { kind: 'too-long', max: userStringLengthMax };
  const parts = splitCodes(trimmed);
  const extra = splitCodes(workerField.length > userStringLengthMax ? '' : workerField);
  const body = parts.body;
  if (body === '') return { kind: 'empty' };
  const referralCode = lastUsableCode([...parts.codes, ...extra.codes]);
  const fieldWorker = workerNameOrDefault(extra.body);
  const nameWorker = (own: string) =>
    fieldWorker === defaultWorkerName ? workerNameOrDefault(own) : fieldWorker;

  const colon = body.indexOf(':');
  if (colon < 0) {
    for (const [identity, worker] of readings(body)) {
      const miningKey = canonicalMiningKey(identity);
      if (miningKey !== null)
        return { kind: 'mining-key', miningKey, worker: nameWorker(worker), referralCode };
    }
    return { kind: 'no-coin' };
  }

  const symbol = body.slice(0, colon).trim();
  if (!/^[A-Za-z0-9]{1,16}$/.test(symbol)) return { kind: 'no-coin' };
  const known = rules.findCoin(symbol.toUpperCase());
  if (known === undefined) return { kind: 'unknown-coin', coin: symbol.toUpperCase() };
  if (known.delisted) return { kind: 'delisted-coin', coin: known.symbol };
  if (rules.isObtained?.(known.symbol) === false) return { kind: 'not-obtained', coin: known.symbol };
  const { paysHere = () => true } = rules;
  if (chainsPaidHere(known, paysHere).length === 0)
    return { kind: 'not-paid-here', coin: known.symbol, networks: [] };
  const coin = paidFirst(known, paysHere);

  let refusal: Exclude<AddressOutcome, { kind: 'valid' }> | undefined;
  for (const [identity, worker] of readings(body.slice(colon + 1))) {
    const outcome = judgeAddress(coin, identity, rules.validators);
    if (outcome.kind === 'valid') return welcome(coin, outcome, nameWorker(worker), referralCode, rules);
    refusal ??= outcome;
  }
  if (refusal === undefined || refusal.kind === 'too-long')
    return { kind: 'too-long', max: addressWithMemoLengthMax };
  return { kind: 'bad-address', coin: coin.symbol, outcome: refusal };
}

/** Writes a login the way `parseUserString` reads it. */
export function printUserString(parts: {
  readonly coin: string;
  readonly address: string;
  readonly memo: string | null;
  readonly worker: string;
  readonly referralCode: string | null;
}): string {
  const memo = parts.memo === null ? '' : `:${parts.memo}`;
  const referralCode = parts.referralCode === null ? '' : `#${parts.referralCode}`;
  return `${parts.coin}:${parts.address}${memo}.${parts.worker}${referralCode}`;
}

function welcome(
  coin: CoinRules,
  outcome: Extract<AddressOutcome, { kind: 'valid' }>,
  worker: string,
  referralCode: string | null,
  rules: UserStringRules,
): LoginOutcome {
  const { network, address, memo } = outcome;
  const [unpaid] = notPaidHere(coin, network, rules.paysHere);
  if (unpaid !== undefined) return unpaid;
  const takesMemo = coin.chains.some((chain) => chain.network === network && chain.regexMemo !== null);
  if (memo === null && takesMemo && rules.isExchangeAddress?.(coin.symbol, address) === true) {
    return { kind: 'memo-missing', coin: coin.symbol, network };
  }
  return { kind: 'login', login: { coin: coin.symbol, network, address, memo, worker, referralCode } };
}

/**
 * The worker stands after the last dot. Addresses of some coins hold dots themselves, so a text that is no address
 * without its last part is tried whole, as a login without a worker.
 */
function readings(text: string): readonly (readonly [identity: string, worker: string])[] {
  const whole = [text.trim(), ''] as const;
  const dot = text.lastIndexOf('.');
  return dot < 0 ? [whole] : [[text.slice(0, dot).trim(), text.slice(dot + 1)], whole];
}

/** What stands before the first `#` or `?ref=`, and what stands after each of them up to the next dot. */
function splitCodes(text: string): { readonly body: string; readonly codes: readonly string[] } {
  const [body = '', ...rest] = text.split(/#|\?ref=/i);
  return { body: body.trim(), codes: rest.map((part) => part.split(/[.&]/, 1)[0] ?? '') };
}

function lastUsableCode(codes: readonly string[]): string | null {
  for (const referralCode of codes.toReversed()) {
    const outcome = judgeReferralCode(referralCode);
    if (outcome.kind === 'valid') return outcome.referralCode;
  }
  return null;
}
