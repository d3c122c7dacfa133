import { readFileSync } from 'node:fs';
import { createJob, type Job, swapWords } from '../dialects/bitcoin/job.ts';
import { workOfTarget, targetOfBits } from '../core/difficulty.ts';
import { bytesOfHex } from '../wire/hex.ts';

/** One line of a recorded connection. */
export interface TranscriptLine {
  readonly at: number;
  readonly connection: number;
  readonly direction: 'c2s' | 's2c';
  readonly line: string;
  readonly message: {
    readonly id?: unknown;
    readonly method?: string;
    readonly params?: readonly unknown[];
    readonly result?: unknown;
  };
}

/** Reads a recording: what a real mining program said, and what the recording server answered. */
export function readTranscript(name: string): readonly TranscriptLine[] {
  const text = readFileSync(new URL(`./transcripts/${name}.jsonl`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((row) => row.includes('"dir":'))
    .map((row) => {
      const { t, conn, dir, line } = JSON.parse(row) as {
        t: string;
        conn: number;
        dir: 'c2s' | 's2c';
        line: string;
      };
      const message = JSON.parse(line) as TranscriptLine['message'];
      return { at: Date.parse(t), connection: conn, direction: dir, line, message };
    });
}

/** The job that a recorded `mining.notify` handed out. */
export function jobOfNotify(params: readonly unknown[]): Job {
  const [id, previous, prefix, suffix, branch, version, bits, time, clean] = params as [
    string,
    string,
    string,
    string,
    string[],
    string,
    string,
    string,
    boolean,
  ];
  return createJob(id, {
    chain: 'recorded',
    height: 1,
    version: Number.parseInt(version, 16),
    previousHash: swapWords(bytes(previous)),
    coinbasePrefix: bytes(prefix),
    coinbaseSuffix: bytes(suffix),
    merkleBranch: branch.map(bytes),
    bits: Number.parseInt(bits, 16),
    time: Number.parseInt(time, 16),
    networkWork: workOfTarget(targetOfBits(Number.parseInt(bits, 16))),
    clean,
  });
}

function bytes(hex: string): Uint8Array {
  const read = bytesOfHex(hex, hex.length / 2);
  if (read === undefined) throw new Error(`no hex: ${hex}`);
  return read;
}
