/**
 * Whether a script pays to the hash of a witness key (BIP 141), the only kind of own coins that is spent. The id of a transaction that spends
 * others can be changed by strangers on its way: it would look as if another one had spent its coins, and be paid again.
 */
export function isWitnessKey(script: Uint8Array): boolean {
  return script.length === 22 && script[0] === 0 && script[1] === 20;
}

/** Outpoint, script count and sequence four times, a witness once. A signature has 72 bytes at most, a key 33. */
const inputWeight = 4 * (32 + 4 + 1 + 4) + (1 + 1 + 72 + 1 + 33);

export const inputVirtualBytes = Math.ceil(inputWeight / 4);

/**
 * The size of a signed transaction, in virtual bytes, never too small.
 *
 * @param inputs how many coins of witness keys it spends
 * @param scriptLengths of the scripts that it pays to, each below 253 bytes
 */
export function virtualBytes(inputs: number, scriptLengths: readonly number[]): number {
  const counts = compactSizeBytes(inputs) + compactSizeBytes(scriptLengths.length);
  const outputs = scriptLengths.reduce((sum, length) => sum + 8 + 1 + length, 0);
  return Math.ceil((4 * (4 + counts + outputs + 4) + 2 + inputs * inputWeight) / 4);
}

function compactSizeBytes(count: number): number {
  return count < 0xfd ? 1 : 3;
}
