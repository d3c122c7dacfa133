import { Type } from 'typebox';

/**
 * An exact number as text: digits, at most one point, an optional minus, never an exponent. JSON numbers are floats and
 * would round it.
 */
export function decimalText(description: string) {
  return Type.String({ pattern: '^-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$', maxLength: 100, description });
}

/** A count as text: digits only. */
export function integerText(description: string) {
  return Type.String({ pattern: '^(?:0|[1-9][0-9]*)$', maxLength: 80, description });
}

/** Milliseconds since 1970. */
export function timestampMs(description: string) {
  return Type.Integer({ minimum: 0, description: `${description} Milliseconds since 1970.` });
}

/** The id of an account, in lower case. */
export function uuid(description: string) {
  return Type.String({ pattern: uuidPattern, description });
}

const uuidPattern = '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** The code of an algorithm, for example `kawpow`. */
export function algorithmCode(description: string) {
  return Type.String({ pattern: algorithmCodePattern, description });
}

const algorithmCodePattern = '^[a-z][a-z0-9]{1,31}$';

/** A map with one entry per algorithm; `value` says what each holds. */
export function byAlgorithm<Value extends Type.TSchema>(value: Value, description: string) {
  return Type.Record(Type.String({ pattern: algorithmCodePattern }), value, {
    additionalProperties: false,
    description,
  });
}

/** The symbol of a coin, for example `DOGE`. */
export function coinSymbol(description: string) {
  return Type.String({ pattern: '^[0-9A-Z]{1,16}$', description });
}

/** What a request names a coin by, in either case or by an alias; whether the coin exists only the catalogue knows. */
export function requestedCoin() {
  return Type.String({ minLength: 1, maxLength: 32, description: 'Symbol of the coin, in either case.' });
}

/** The fields `{uuid}` of a path; either case, because a person may have typed it. */
export function requestedUuid() {
  return Type.String({
    pattern: '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
    description: 'Id of the miner, as the address lookup answers it.',
  });
}

/** The page of a list, from 1. */
export function pageNumber() {
  return Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Page, from 1.' });
}
