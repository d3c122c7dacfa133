import { hash } from 'node:crypto';

/**
 * Draws from a seed by name instead of in order: the same seed and key give the same number, whatever was drawn before. That is
 * what lets the fleet go on after a restart as if it had never stopped.
 */
export interface SeededDraw {
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number, ...key: readonly (string | number)[]): number;
  oneOf<Item>(items: readonly Item[], ...key: readonly (string | number)[]): Item;
  /** A version 8 uuid (RFC 9562). */
  uuid(...key: readonly (string | number)[]): string;
}

export function seededDraw(seed: string): SeededDraw {
  const digest = (key: readonly (string | number)[]): Buffer =>
    hash('sha256', JSON.stringify([seed, ...key]), 'buffer');
  const between: SeededDraw['between'] = (min, max, ...key) =>
    min + (digest(key).readUIntBE(0, 6) % (max - min + 1));
  return {
    between,
    oneOf: (items, ...key) => {
      const item = items[between(0, items.length - 1, ...key)];
      if (item === undefined) throw new RangeError('there is nothing to draw from');
      return item;
    },
    uuid: (...key) => {
      const bytes = digest(key).subarray(0, 16);
      bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
      bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
      const hex = bytes.toString('hex');
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join(
        '-',
      );
    },
  };
}
