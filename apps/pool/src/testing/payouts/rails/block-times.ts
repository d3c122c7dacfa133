import type { NodeRpc } from '../../../adapters/chains/nodes/node-rpc.ts';

/** Monero's nodes go by the machine's time, and business is ahead of it here: what they and the wallet say of times is said in business time. */
export class BlockTimes {
  readonly #at: number[] = [];

  /** Blocks below this height that have no time yet were made at `now`, ms. Of a branch that was given up the times stay: they are hardly others. */
  note(height: number, now: number): void {
    while (this.#at.length < height) this.#at.push(now);
  }

  inBusinessTime(rpc: NodeRpc): NodeRpc {
    return {
      ...rpc,
      call: async (method, params, options) => {
        const outcome = await rpc.call(method, params, options);
        if (outcome.kind !== 'result') return outcome;
        if (method !== 'get_block' && method !== 'get_transfers') return outcome;
        return { ...outcome, value: this.#changed(outcome.value) };
      },
    };
  }

  #changed(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.#changed(each));
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, this.#changed(each)]),
    );
    const { timestamp, height } = fields;
    const at = typeof height === 'number' ? this.#at[height] : undefined;
    return typeof timestamp === 'number' && at !== undefined
      ? { ...fields, timestamp: Math.floor(at / 1000) }
      : fields;
  }
}
