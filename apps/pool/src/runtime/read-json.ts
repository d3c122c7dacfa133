import { plainDecimal } from '@openlode/money/decimal-text';

/** The members of a JSON object; throws on anything else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError('the answer is not an object');
  return value as Readonly<Record<string, unknown>>;
}

/** A member of a JSON object, or an item of a list; undefined where there is none. */
export function memberOf(value: unknown, key: string | number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string | number, unknown>>)[key];
}

/** The items of a JSON list; throws on anything else. */
export function itemsOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError('the answer is not a list');
  return value as readonly unknown[];
}

/** A JSON number above zero, or text of one, as decimal text; undefined for anything else. */
export function positiveText(value: unknown): string | undefined {
  if (typeof value === 'number') return value > 0 && value < 1e21 ? plainDecimal(value) : undefined;
  if (typeof value !== 'string' || !/^\d{1,30}(\.\d{1,40})?$/.test(value)) return undefined;
  return /[1-9]/.test(value) ? value : undefined;
}

/** Text; throws on anything else. */
export function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('the answer has no text where it should');
  return value;
}

/** An instant of ISO 8601, ms; undefined for anything else. */
export function instantOf(value: unknown): number | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

/** A JSON number above zero in whole millionths, for shares and volumes that are only compared; zero for anything else. */
export function millionthsOf(value: unknown): bigint {
  return typeof value === 'number' && value > 0 && value < 1e15 ? BigInt(Math.round(value * 1e6)) : 0n;
}
