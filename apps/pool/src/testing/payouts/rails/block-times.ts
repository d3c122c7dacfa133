import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { NodeRpc } from '../../../adapters/chains/nodes/node-rpc.ts';

/**
 * Monero's nodes go by the machine's time, and business is ahead of it here: what they and the wallet say of times is said in business time. It is
 * kept in a file, which processes of their own read.
 */
export class BlockTimes {
  readonly file: string;
  readonly #at: number[] = [];

  constructor(file: string) {
    this.file = file;
    this.#write();
  }

  /** Blocks below this height that have no time yet were made at `now`, ms. Of a branch that was given up the times stay: they are hardly others. */
  note(height: number, now: number): void {
    if (this.#at.length >= height) return;
    while (this.#at.length < height) this.#at.push(now);
    this.#write();
  }

  /** A process that reads it has the one or the other. */
  #write(): void {
    writeFileSync(`${this.file}.new`, JSON.stringify(this.#at));
    renameSync(`${this.file}.new`, this.file);
  }
}

/** A client that says times as they stand in the file of `BlockTimes`. */
export function inBusinessTime(rpc: NodeRpc, file: string): NodeRpc {
  return {
    ...rpc,
    call: async (method, params, options) => {
      const outcome = await rpc.call(method, params, options);
      if (outcome.kind !== 'result') return outcome;
      if (method !== 'get_block' && method !== 'get_transfers') return outcome;
      const times = JSON.parse(readFileSync(file, 'utf8')) as readonly number[];
      return { ...outcome, value: changed(outcome.value, times) };
    },
  };
}

function changed(value: unknown, times: readonly number[]): unknown {
  if (Array.isArray(value)) return value.map((each) => changed(each, times));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, changed(each, times)]),
  );
  const { timestamp, height } = fields;
  const at = typeof height === 'number' ? times[height] : undefined;
  return typeof timestamp === 'number' && at !== undefined
    ? { ...fields, timestamp: Math.floor(at / 1000) }
    : fields;
}
