import type { TransactionForm } from '../../chains/bitcoin/chain-facts.ts';

/**
 * What the pool's own coins lie at. `witness-key`: the hash of a key whose signature stands in a witness (BIP 141). `key-hash`: the same with the
 * signature in the input itself, on chains without witnesses: strangers can change the id of such a payment on its way (`nameOf`).
 */
export type CoinKind = 'witness-key' | 'key-hash';

/** What each transaction of a chain has beside one of Bitcoin, in bytes. Of Nexa version and inputs are shorter, which is not counted. */
export function besideBytes(form: TransactionForm | undefined): number {
  if (form === 'timed') return 4;
  // A group, a height of expiry, a balance, and three counts.
  return form === 'sapling' ? 4 + 4 + 8 + 3 : 0;
}

/** What an output to a script counts as: of Nexa each has a type, of one byte. */
export function scriptBytes(script: number, form: TransactionForm | undefined): number {
  return form === 'nexa' ? 1 + script : script;
}

/** The kind of coins that a script makes, of those that are spent here. */
export function coinKindOf(script: Uint8Array): CoinKind | undefined {
  if (script.length === 22 && script[0] === 0 && script[1] === 20) return 'witness-key';
  const isKeyHash =
    script.length === 25 &&
    [0x76, 0xa9, 20].every((byte, at) => script[at] === byte) &&
    script[23] === 0x88 &&
    script[24] === 0xac;
  return isKeyHash ? 'key-hash' : undefined;
}

/** A signature has 72 bytes at most, a key 33, and each a byte that counts them. */
const signedBytes = 1 + 72 + 1 + 33;
/** Outpoint, count of the script, sequence. */
const bareBytes = 32 + 4 + 1 + 4;

/** Four times what is no witness, a witness once. */
const inputWeights: Readonly<Record<CoinKind, number>> = {
  'witness-key': 4 * bareBytes + 1 + signedBytes,
  'key-hash': 4 * (bareBytes + signedBytes),
};

/** What spending one coin adds. */
export function inputVirtualBytes(kind: CoinKind): number {
  return Math.ceil(inputWeights[kind] / 4);
}

/**
 * The size of a signed transaction, in virtual bytes, never too small.
 *
 * @param inputs how many coins it spends, all of one kind
 * @param scriptLengths of the scripts that it pays to, each below 253 bytes
 * @param beside as `besideBytes`
 */
export function virtualBytes(
  kind: CoinKind,
  inputs: number,
  scriptLengths: readonly number[],
  beside = 0,
): number {
  const counts = compactSizeBytes(inputs) + compactSizeBytes(scriptLengths.length);
  const outputs = scriptLengths.reduce((sum, length) => sum + 8 + 1 + length, 0);
  const marks = kind === 'witness-key' ? 2 : 0;
  return Math.ceil((4 * (4 + beside + counts + outputs + 4) + marks + inputs * inputWeights[kind]) / 4);
}

function compactSizeBytes(count: number): number {
  return count < 0xfd ? 1 : 3;
}
