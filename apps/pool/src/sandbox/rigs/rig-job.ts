import { hash } from 'node:crypto';
import {
  type DifficultyScale,
  meetsTarget,
  targetBytes,
  targetOfWork,
} from '@openlode/stratum/core/difficulty';

/** A job of Bitcoin's family, as `mining.notify` has it. */
export interface RigJob {
  readonly id: string;
  readonly time: string;
  /** 80 bytes with nonce 0. */
  readonly header: Buffer;
}

/** 32 bytes, least significant first. */
export function sha256d(bytes: Uint8Array): Buffer {
  return hash('sha256', hash('sha256', bytes, 'buffer'), 'buffer');
}

/** The header that a rig searches, with its extranonces in the coinbase. */
export function readJob(params: readonly unknown[], extranonce1: string, extranonce2: string): RigJob {
  const [id, previousHash, coinbase1, coinbase2, , version, bits, time] = params.map(String);
  const branch = params[4];
  const coinbase = Buffer.from(`${coinbase1 ?? ''}${extranonce1}${extranonce2}${coinbase2 ?? ''}`, 'hex');
  let root = sha256d(coinbase);
  for (const step of Array.isArray(branch) ? branch : [])
    root = sha256d(Buffer.concat([root, Buffer.from(String(step), 'hex')]));
  const reversed = (text: unknown): Buffer => Buffer.from(String(text), 'hex').reverse();
  return {
    id: String(id),
    time: String(time),
    header: Buffer.concat([
      reversed(version),
      // The bytes of each of its eight words are reversed on the wire.
      Buffer.from(String(previousHash), 'hex').swap32(),
      root,
      reversed(time),
      reversed(bits),
      Buffer.alloc(4),
    ]),
  };
}

/** The target of a difficulty on the wire, 32 bytes, least significant first. */
export function targetOfDifficulty(difficulty: number, scale: DifficultyScale): Uint8Array {
  const work = BigInt(Math.max(1, Math.round(difficulty * Number(scale.hashesPerDifficulty1))));
  return targetBytes(targetOfWork(work, scale));
}

/** Tries the next nonce of a header; answers it where it makes a share. */
export function tryNonce(
  header: Buffer,
  nonce: number,
  target: Uint8Array,
  proof: (header: Uint8Array) => Uint8Array,
): string | undefined {
  header.writeUInt32LE(nonce, 76);
  return meetsTarget(proof(header), target) ? nonce.toString(16).padStart(8, '0') : undefined;
}
