import type { AccountKey, WorkBatch, WorkLine } from '../../domain/kernel/work-batch.ts';
import { checksum, readCheckedLine } from '../../runtime/append-log/checked-line.ts';

/** One line of the write-ahead log: a checksum, a blank, JSON. Work is text, because it may exceed the numbers of JSON. */
export function printBatch({ lines, ...rest }: WorkBatch): Buffer {
  const head = JSON.stringify(rest);
  const json = Buffer.from(`${head.slice(0, -1)},"lines":[${lines.map(printLine).join(',')}]}`);
  return Buffer.concat([Buffer.from(`${checksum(json)} `), json, lineEnd]);
}

/** Undefined where the checksum is wrong. `line` is without its line end. */
export function parseBatch(line: string): WorkBatch | undefined {
  const json = readCheckedLine(line);
  if (json === undefined) return undefined;
  const batch = JSON.parse(json) as Omit<WorkBatch, 'lines'> & {
    readonly lines: readonly (Omit<WorkLine, 'work'> & { readonly work: string })[];
  };
  return { ...batch, lines: batch.lines.map((each) => ({ ...each, work: BigInt(each.work) })) };
}

const lineEnd = Buffer.from('\n');

/** The part of a line that returns with every batch of a worker is serialised once. */
interface PrintedWorker extends Pick<WorkLine, 'worker' | 'code' | 'source'> {
  readonly text: string;
}
const printedWorkers = new WeakMap<AccountKey, PrintedWorker>();

/** Serialised by hand, because a pool under load writes ten thousand lines a second. */
function printLine({ account, worker, code, source, work, shares, firstAt, lastAt }: WorkLine): string {
  let known = printedWorkers.get(account);
  if (known === undefined || known.worker !== worker || known.code !== code || known.source !== source) {
    const text = JSON.stringify({ account, worker, code, source }).slice(0, -1);
    known = { worker, code, text, ...(source === undefined ? {} : { source }) };
    printedWorkers.set(account, known);
  }
  return `${known.text},"work":"${work}","shares":${shares},"firstAt":${firstAt},"lastAt":${lastAt}}`;
}
