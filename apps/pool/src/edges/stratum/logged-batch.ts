import {
  fromStored,
  type StoredLine,
  type StoredWork,
  toStored,
  workFromStored,
} from '../../domain/kernel/stored-line.ts';
import type { MinerKey, RejectLine, WorkBatch, WorkLine } from '../../domain/kernel/work-batch.ts';
import { checksum, readCheckedLine } from '../../runtime/append-log/checked-line.ts';

/** One line of the write-ahead log: a checksum, a blank, JSON. Work is text, because it may exceed the numbers of JSON. */
export function printBatch({ lines, rejects, relayed, ...rest }: WorkBatch): Buffer {
  const head = JSON.stringify({
    ...rest,
    ...(relayed && { relayed: { ...relayed, networkWork: relayed.networkWork.toString() } }),
    ...(rejects && { rejects: rejects.map(toStored) }),
  });
  const json = Buffer.from(`${head.slice(0, -1)},"lines":[${lines.map(printLine).join(',')}]}`);
  return Buffer.concat([Buffer.from(`${checksum(json)} `), json, lineEnd]);
}

/** Undefined where the checksum is wrong. `line` is without its line end. */
export function parseBatch(line: string): WorkBatch | undefined {
  const json = readCheckedLine(line);
  if (json === undefined) return undefined;
  const { lines, rejects, relayed, ...batch } = JSON.parse(json) as LoggedBatch;
  return {
    ...batch,
    ...(relayed && { relayed: { ...relayed, networkWork: BigInt(relayed.networkWork) } }),
    lines: lines.map(workFromStored),
    ...(rejects === undefined ? {} : { rejects: rejects.map(fromStored) }),
  };
}

interface LoggedBatch extends Omit<WorkBatch, 'lines' | 'rejects' | 'relayed'> {
  readonly relayed?: { readonly upstream: string; readonly networkWork: string };
  readonly lines: readonly StoredWork[];
  readonly rejects?: readonly StoredLine<RejectLine>[];
}

const lineEnd = Buffer.from('\n');

/** The part of a line that returns with every batch of a worker is serialised once. */
interface PrintedWorker extends Pick<WorkLine, 'worker' | 'referralCode' | 'source'> {
  readonly text: string;
}
const printedWorkers = new WeakMap<MinerKey, PrintedWorker>();

/** Serialised by hand, because a pool under load writes ten thousand lines a second. */
function printLine({ miner, worker, referralCode, source, work, shares, firstAt, lastAt }: WorkLine): string {
  let known = printedWorkers.get(miner);
  if (
    known === undefined ||
    known.worker !== worker ||
    known.referralCode !== referralCode ||
    known.source !== source
  ) {
    const text = JSON.stringify({ account: miner, worker, code: referralCode, source }).slice(0, -1);
    known = { worker, referralCode, text, ...(source === undefined ? {} : { source }) };
    printedWorkers.set(miner, known);
  }
  return `${known.text},"work":"${work}","shares":${shares},"firstAt":${firstAt},"lastAt":${lastAt}}`;
}
