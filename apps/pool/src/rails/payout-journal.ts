import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { JournalLine, PayoutJournal } from '../services/ports/payout-journal.ts';

type NumberedLine = ReturnType<PayoutJournal['lines']>[number];

export interface JournalFile extends PayoutJournal {
  close(): void;
}

/** The hash that the first line follows. */
const beginning = '0'.repeat(64);

/**
 * Opens the journal of payouts, a line of JSON for each transaction that may leave, and walks its chain. A last line without its end
 * was being written when the process died: nothing was sent for it, and it is cut. Anything else that does not follow from the line
 * before is a journal that nobody can trust. `sync` puts what was written on the disk.
 */
export function openPayoutJournal(path: string, sync: (file: number) => void = fdatasyncSync): JournalFile {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const { lines, broken } = readJournal(path);
  const known = new Map<bigint, JournalLine[]>();
  const remember = (line: JournalLine): void => {
    const others = known.get(line.payout);
    if (others === undefined) known.set(line.payout, [line]);
    else others.push(line);
  };
  for (const line of lines) remember(line);
  const isNew = !existsSync(path);
  const file = openSync(path, 'a', 0o600);
  // The file's own name has to survive a power cut too.
  if (isNew) syncDirectory(dirname(path));
  let failed: string | undefined;

  return {
    append: async (line) => {
      const why = broken ?? failed;
      if (why !== undefined) throw new Error(`the payout journal takes nothing more: ${why}`);
      const number = lines.length + 1;
      const content = contentOf(line, number);
      const hash = hashOf(lines.at(-1)?.hash ?? beginning, content);
      const text = `${JSON.stringify({ ...content, hash })}\n`;
      try {
        const written = writeSync(file, text);
        if (written !== Buffer.byteLength(text)) throw new Error('the disk took only a part of a line');
        sync(file);
      } catch (error) {
        // After a failed sync nobody knows what the disk has, so nothing more is built on it.
        failed = error instanceof Error ? error.message : String(error);
        throw error;
      }
      lines.push({ ...line, number, hash });
      remember(line);
    },
    has: (payout, txid) => known.get(payout)?.some((line) => line.txid === txid) ?? false,
    linesOf: (payout) => known.get(payout) ?? [],
    lines: () => lines,
    broken: () => broken ?? failed,
    close: () => closeSync(file),
  };
}

function syncDirectory(path: string): void {
  const directory = openSync(path, 'r');
  try {
    fdatasyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

interface Content {
  readonly n: number;
  readonly at: number;
  readonly payout: string;
  readonly txid: string;
  readonly network: string;
  readonly coin: string;
  readonly address: string;
  readonly memo: string;
  readonly amount: string;
  readonly bytes: string;
  readonly proof: Readonly<Record<string, string>>;
}

function contentOf(line: JournalLine, number: number): Content {
  const { at, payout, txid, network, coin, address, memo, amount, bytes, proof } = line;
  return {
    n: number,
    at,
    payout: payout.toString(),
    txid,
    network,
    coin,
    address,
    memo,
    amount: amount.toString(),
    bytes: Buffer.from(bytes).toString('hex'),
    proof,
  };
}

function hashOf(previous: string, content: Content): string {
  return createHash('sha256')
    .update(`${previous}\n${JSON.stringify(content)}`)
    .digest('hex');
}

function readJournal(path: string): { lines: NumberedLine[]; broken: string | undefined } {
  if (!existsSync(path)) return { lines: [], broken: undefined };
  const text = readFileSync(path, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) truncateSync(path, Buffer.byteLength(whole));
  const lines: NumberedLine[] = [];
  for (const each of whole.split('\n').slice(0, -1)) {
    const line = readLine(each, lines.length + 1, lines.at(-1)?.hash ?? beginning);
    if (line === undefined)
      return { lines, broken: `line ${lines.length + 1} does not follow from the one before` };
    lines.push(line);
  }
  return { lines, broken: undefined };
}

function readLine(text: string, number: number, previous: string): NumberedLine | undefined {
  try {
    const { hash, ...content } = JSON.parse(text) as Content & { readonly hash: string };
    if (content.n !== number || hashOf(previous, content) !== hash) return undefined;
    return {
      ...content,
      payout: BigInt(content.payout),
      amount: BigInt(content.amount),
      bytes: new Uint8Array(Buffer.from(content.bytes, 'hex')),
      number,
      hash,
    };
  } catch {
    return undefined;
  }
}
