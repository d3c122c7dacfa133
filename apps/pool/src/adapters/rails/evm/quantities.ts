import { type Fields, UnreadableAnswer } from '../../chains/nodes/node-answers.ts';

/** Bytes in hexadecimal digits. What nodes say is checked here, without viem: it is read at every start. */
export type Hex = `0x${string}`;

/** A number as nodes of Ethereum's kind write it: hexadecimal digits after 0x. */
export function toQuantity(value: bigint | number): string {
  return `0x${value.toString(16)}`;
}

export function quantity(value: unknown, what: string): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value))
    throw new UnreadableAnswer(`${what} is no number`);
  return BigInt(value);
}

/** Such a number that a double holds exactly. */
export function count(value: unknown, what: string): number {
  const found = Number(quantity(value, what));
  if (!Number.isSafeInteger(found)) throw new UnreadableAnswer(`${what} is beyond everything`);
  return found;
}

/** Bytes in hexadecimal digits after 0x, in lower case; exactly `bytes` of them where that is given. */
export function hexText(fields: Fields, name: string, bytes?: number): Hex {
  const value = fields[name];
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  if (!isHex(text) || (bytes !== undefined && text.length !== 2 + 2 * bytes))
    throw new UnreadableAnswer(`${name} is not ${bytes ?? 'whole'} bytes in hexadecimal digits`);
  return text;
}

function isHex(text: string): text is Hex {
  return text.length % 2 === 0 && /^0x[0-9a-f]*$/.test(text);
}
