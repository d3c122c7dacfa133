/** The kinds of own coins that this release spends, by their script. */
export type CoinKind = 'witness-key' | 'key';

/** What a coin's script pays to; undefined where it is no kind that this release spends. */
export function coinKind(script: Uint8Array): CoinKind | undefined {
  if (script.length === 22 && script[0] === 0 && script[1] === 20) return 'witness-key';
  if (script.length === 25 && script[0] === 0x76 && script[1] === 0xa9 && script[2] === 20) return 'key';
  return undefined;
}

/** Weight of an input: outpoint, sequence and script count four times, a witness once. A signature has 72 bytes at most, a key 33. */
const inputWeight: Readonly<Record<CoinKind, number>> = {
  'witness-key': 4 * (32 + 4 + 1 + 4) + (1 + 1 + 72 + 1 + 33),
  key: 4 * (32 + 4 + 1 + (1 + 72 + 1 + 33) + 4) + 1,
};

export function inputVirtualBytes(kind: CoinKind): number {
  return Math.ceil(inputWeight[kind] / 4);
}

/**
 * The size of a signed transaction, in virtual bytes, never too small: what it spends by kind, and the lengths of the scripts that it pays
 * to (each below 253 bytes).
 */
export function virtualBytes(kinds: readonly CoinKind[], scriptLengths: readonly number[]): number {
  const counts = compactSizeBytes(kinds.length) + compactSizeBytes(scriptLengths.length);
  const outputs = scriptLengths.reduce((sum, length) => sum + 8 + 1 + length, 0);
  const hasWitness = kinds.includes('witness-key');
  const inputs = kinds.reduce((sum, kind) => sum + inputWeight[kind], 0);
  return Math.ceil((4 * (4 + counts + outputs + 4) + (hasWitness ? 2 : 0) + inputs) / 4);
}

function compactSizeBytes(count: number): number {
  return count < 0xfd ? 1 : 3;
}
