import type { ReportedPayment } from '../../../domain/kernel/statement.ts';

const scale = 18;

/** An amount in whole units of a number of decimals, a number or text of digits, in units of 10^-18. Throws on anything else. */
export function unitsOf(value: unknown, decimals: number): bigint {
  return wholeOf(value) * 10n ** BigInt(scale - decimals);
}

/** A whole number from zero on, that JSON could carry exactly. Throws on anything else. */
export function wholeOf(value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  if (typeof value === 'string' && /^\d{1,30}$/.test(value)) return BigInt(value);
  throw new TypeError(`not a whole number: ${JSON.stringify(value)?.slice(0, 40)}`);
}

/** A count of hashes in whole ones, a number from zero on that may be beyond what JSON carries exactly; `false`: an account without shares. */
export function countOf(value: unknown): bigint {
  if (value === false) return 0n;
  if (typeof value === 'number' && value >= 0 && value < 1e30) return BigInt(Math.round(value));
  throw new TypeError(`not a count: ${JSON.stringify(value)?.slice(0, 40)}`);
}

/** @param seconds since 1970, by that pool's clock */
export function paymentOf(txid: unknown, amount: bigint, seconds: unknown): ReportedPayment {
  if (typeof txid !== 'string' || !/^(0x)?[0-9a-fA-F]{64}$/.test(txid))
    throw new TypeError(`not a transaction: ${JSON.stringify(txid)?.slice(0, 80)}`);
  const at = wholeOf(seconds) * 1000n;
  // The year 9999; later no database has it.
  if (at > 253_402_300_799_000n) throw new TypeError(`not a time: ${at}`);
  return { txid: txid.toLowerCase().replace(/^0x/, ''), amount, at: Number(at) };
}
