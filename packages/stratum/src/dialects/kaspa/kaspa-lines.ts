import { hexOfBytes } from '../../wire/hex.ts';
import type { KaspaJob } from './jobs.ts';

/** What a program wants to be told otherwise than most, by the name that it subscribes with. */
export interface KaspaForms {
  /** One text of 80 digits for a job, where others take four numbers and a time. */
  readonly oneText: boolean;
  /** The extranonce in the answer to `mining.subscribe`, and how many bytes are left beside it. */
  readonly extranonceInAnswer: boolean;
}

const oneText = /bzminer|iceriver|goldshell/i;
const extranonceInAnswer = /godminer/i;

/** @see onemorebsmith/kaspa-stratum-bridge, and Miningcore's pool of the family */
export function formsOf(agent: unknown): KaspaForms {
  const name = typeof agent === 'string' ? agent : '';
  return { oneText: oneText.test(name), extranonceInAnswer: extranonceInAnswer.test(name) };
}

/**
 * `mining.notify [job, [four words], time]`, or `[job, "hash and time"]`. The words are numbers of 64 bits in JSON, which JavaScript's
 * own printer cannot write.
 */
export function kaspaNotifyLine(
  { id, prePowHash, timestamp }: Pick<KaspaJob, 'id' | 'prePowHash' | 'timestamp'>,
  forms: KaspaForms,
): string {
  const work = forms.oneText
    ? `"${hexOfBytes(prePowHash)}${reversedDigits(timestamp)}"`
    : `[${wordsOf(prePowHash).join(',')}],${timestamp}`;
  return `{"id":null,"method":"mining.notify","params":[${JSON.stringify(id)},${work}]}\n`;
}

/** Four numbers, each of eight bytes with the least significant first. */
function wordsOf(hash: Uint8Array): readonly bigint[] {
  const view = new DataView(hash.buffer, hash.byteOffset, hash.byteLength);
  return [0, 8, 16, 24].map((at) => view.getBigUint64(at, true));
}

/** Eight bytes, least significant first. */
function reversedDigits(value: bigint): string {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return hexOfBytes(bytes);
}

/**
 * The nonce that a program sent, with or without `0x` and leading zeros; undefined for any other text. One that leaves the pool's
 * digits free stands behind them.
 */
export function readNonce(text: unknown, extranonce: string): bigint | undefined {
  const digits = typeof text === 'string' ? /^(?:0x)?([0-9a-f]{1,16})$/i.exec(text)?.[1] : undefined;
  if (digits === undefined) return undefined;
  const free = 16 - extranonce.length;
  return BigInt(`0x${digits.length <= free ? extranonce + digits.padStart(free, '0') : digits}`);
}
