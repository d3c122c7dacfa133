/** A JSON object as a node sent it: nothing is known of its fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** What a node sent is not what its documentation says. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
}

/** The node is one of another chain or network: nothing that it says is of this one. */
export class OtherChain extends UnreadableAnswer {}

/** Throws `UnreadableAnswer` for anything that is no JSON object. */
export function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UnreadableAnswer(`${what} is no object`);
  return value as Fields;
}

/** A whole number from 0 on that a double holds exactly. */
export function wholeNumber(fields: Fields, name: string): number {
  const value = fields[name];
  if (!Number.isSafeInteger(value) || (value as number) < 0)
    throw new UnreadableAnswer(`${name} is no whole number from 0 on`);
  return value as number;
}

export function flag(fields: Fields, name: string): boolean {
  const value = fields[name];
  if (typeof value !== 'boolean') throw new UnreadableAnswer(`${name} is neither true nor false`);
  return value;
}

export function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw new UnreadableAnswer(`${name} is no text`);
  return value;
}

export function list(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name];
  if (!Array.isArray(value)) throw new UnreadableAnswer(`${name} is no list`);
  return value;
}

/** Hexadecimal digits of whole bytes; exactly `bytes` of them where that is given. */
export function hex(fields: Fields, name: string, bytes?: number): Uint8Array {
  const value = fields[name];
  const isHex = typeof value === 'string' && value.length % 2 === 0 && /^[0-9a-f]*$/i.test(value);
  if (!isHex || (bytes !== undefined && value.length !== 2 * bytes))
    throw new UnreadableAnswer(`${name} is not ${bytes ?? 'whole'} bytes in hexadecimal digits`);
  return Buffer.from(value, 'hex');
}

/** A hash as nodes print it: 64 hexadecimal digits, kept as text. */
export function printedHash(fields: Fields, name: string): string {
  return Buffer.from(hex(fields, name, 32)).toString('hex');
}
