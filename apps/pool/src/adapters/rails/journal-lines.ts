import { createHash } from 'node:crypto';
import type { JournalLine, NumberedLine } from '../../domain/kernel/payout-journal.ts';

/** The hash that the first line follows. */
export const beginning = '0'.repeat(64);

/** What the first line says of its number. */
export function firstNumber(whole: string): number | undefined {
  const [, number] = /^\{"n":([1-9]\d{0,14}),/.exec(whole) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** Which of these lines is another ledger's, in words; undefined where none is. Lines that name no ledger may be anyone's. */
export function foreignLine(lines: readonly NumberedLine[], ledger: string): string | undefined {
  const foreign = lines.find((line) => line.ledger !== '' && line.ledger !== ledger);
  return foreign && `line ${foreign.number} is of another pool's ledger`;
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
  readonly epoch?: string;
  readonly ledger?: string;
  readonly order?: string;
}

export function contentOf(line: JournalLine, number: number, ledger: string): Content {
  const { at, payout, orderId, txid, network, coin, address, memo, amount, bytes, proof, epoch } = line;
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
    ...(epoch === '' ? {} : { epoch }),
    ...(ledger === '' ? {} : { ledger }),
    ...(orderId === undefined ? {} : { order: orderId }),
  };
}

export function hashOf(previous: string, content: Content): string {
  return createHash('sha256')
    .update(`${previous}\n${JSON.stringify(content)}`)
    .digest('hex');
}

/** Lines from number `first` on, as far as they follow from each other, and the first from the hash `before`, where that is known. */
export function parse(
  whole: string,
  before: string | undefined,
  first: number,
): { lines: NumberedLine[]; broken: string | undefined } {
  const lines: NumberedLine[] = [];
  for (const each of whole.split('\n').slice(0, -1)) {
    const number = first + lines.length;
    const previous = lines.at(-1)?.hash ?? before ?? (number === 1 ? beginning : undefined);
    const line = readLine(each, number, previous);
    if (typeof line === 'string') return { lines, broken: `line ${number} ${line}` };
    lines.push(line);
  }
  return { lines, broken: undefined };
}

/** A line that can be trusted, or what is wrong with it. */
function readLine(text: string, number: number, previous: string | undefined): NumberedLine | string {
  const read = parseLine(text);
  if (read === undefined) return 'is not JSON';
  const { hash, ...content } = read;
  const { order: orderId, ...kept } = content;
  if (content.n !== number || (previous !== undefined && hashOf(previous, content) !== hash))
    return 'does not follow from the one before';
  try {
    return {
      ...kept,
      orderId,
      payout: BigInt(content.payout),
      amount: BigInt(content.amount),
      bytes: new Uint8Array(Buffer.from(content.bytes, 'hex')),
      epoch: content.epoch ?? '',
      ledger: content.ledger ?? '',
      number,
      hash,
    };
  } catch {
    return 'lacks what a payout has';
  }
}

function parseLine(text: string): (Content & { readonly hash: string }) | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null
      ? (value as Content & { readonly hash: string })
      : undefined;
  } catch {
    return undefined;
  }
}
