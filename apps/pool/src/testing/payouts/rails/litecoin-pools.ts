import { readFileSync } from 'node:fs';
import type { LitecoinNode } from '../../../../../../testing/litecoin-nodes.ts';
import { askNode } from '../../../../../../testing/test-network.ts';
import { dearerThan } from './dearer-than.ts';
import type { FillablePools } from './ground.ts';
import type { LitecoinGround } from './litecoin-ground.ts';

/** Of nodes that keep little: five megabytes are the least that litecoind takes. A transaction may carry 95 kB of anything. */
export const smallPools = { maxmempool: 5, datacarriersize: 95_000 };

/** Bytes of anything in each dearer transaction. */
const filling = 90_000;
/** Of its virtual size beside that: one input, one output for the change, with room. */
const frame = 300;
/** Blocks of 4 million weight take eleven of these each: a pool is empty long before. */
const blocksMax = 40;

/** The pools of both litecoinds, started with `smallPools`: filled with dearer transactions of the bank's wallet, and emptied into blocks. */
export class LitecoinPools implements FillablePools {
  readonly #ground: LitecoinGround;

  constructor(ground: LitecoinGround) {
    this.#ground = ground;
  }

  async waiting(txids: readonly string[]): Promise<readonly string[]> {
    const pools = await Promise.all(this.#ground.both.map(poolOf));
    return txids.filter((txid) => pools.every((pool) => pool.has(txid)));
  }

  /** @throws Error where all coins of the bank do not put them out. */
  async putOut(
    txids: readonly string[],
    between: () => Promise<void> = async () => undefined,
    nodes: readonly LitecoinNode[] = this.#ground.both,
  ): Promise<number> {
    const coins = await this.#bank<
      readonly { readonly txid: string; readonly vout: number; readonly amount: number }[]
    >('listunspent', 1, 9_999_999, [], true, { minimumAmount: 2 });
    const change = await this.#bank<string>('getnewaddress');
    const fee = ((filling + frame) * (await this.#dearerThan(txids, nodes))) / 1e8;
    let sent = 0;
    for (const { amount, ...own } of coins) {
      const pools = await Promise.all(nodes.map(poolOf));
      if (!txids.some((txid) => pools.some((pool) => pool.has(txid)))) return sent;
      const outputs = [{ data: 'fe'.repeat(filling) }, { [change]: (amount - fee).toFixed(8) }];
      const raw = await this.#bank<string>('createrawtransaction', [own], outputs);
      const { hex } = await this.#bank<{ readonly hex: string }>('signrawtransactionwithwallet', raw);
      for (const node of nodes) await node.ask('sendrawtransaction', hex, 0).catch(() => undefined);
      sent += 1;
      if (sent % 10 === 0) await between();
    }
    throw new Error(`${sent} dearer transactions did not put out ${txids.join(' ')}`);
  }

  async empty(dayLater: () => number): Promise<void> {
    const { both, nodes } = this.#ground;
    await this.#ground.join();
    for (let blocks = 0; blocks < blocksMax; blocks += 1) {
      const pools = await Promise.all(both.map(poolOf));
      if (pools.every(({ size }) => size === 0)) break;
      await nodes.two.generate(1);
      await nodes.mine(1);
    }
    // The least that a node takes halves in three hours where its pool is empty, from a block on, whenever it is asked for. A wallet gives its
    // node again what has not come into a block, every 12 to 36 hours.
    for (let days = 0; days < 4; days += 1) {
      await this.#ground.setTime(dayLater());
      // They take each other for gone when the time leaps: they may have to be joined once more for the block to reach both.
      await nodes.one.generate(1);
      await nodes.join();
      for (const node of both) await leastOf(node);
    }
  }

  /** In litoshi for a virtual byte. */
  async #dearerThan(txids: readonly string[], nodes: readonly LitecoinNode[]): Promise<number> {
    const rates: number[] = [];
    for (const node of nodes)
      for (const txid of txids) {
        const entry = await node
          .ask<{ readonly vsize: number; readonly fees: { readonly base: number } }>('getmempoolentry', txid)
          .catch(() => undefined);
        if (entry !== undefined) rates.push((entry.fees.base * 1e8) / entry.vsize);
      }
    return dearerThan(rates);
  }

  #bank<T>(method: string, ...params: readonly unknown[]): Promise<T> {
    const { url, loginFile } = this.#ground.nodes.one;
    return askNode<T>(`${url}/wallet/pool`, readFileSync(loginFile, 'utf8'), method, params);
  }
}

async function poolOf(node: LitecoinNode): Promise<ReadonlySet<string>> {
  return new Set(await node.ask<readonly string[]>('getrawmempool'));
}

/** What a node takes nothing below, in coins for a virtual kilobyte. */
export async function leastOf(node: LitecoinNode): Promise<number> {
  return (await node.ask<{ readonly mempoolminfee: number }>('getmempoolinfo')).mempoolminfee;
}
