import { expect } from '@playwright/test';
import { HashingMiner } from '../../testing/hashing-miner.ts';
import { PoolProcess } from '../../testing/pool-process.ts';
import type { SandboxControl } from '../../testing/sandbox-control.ts';

/** An address on an empty pool of its own: who mines to it, and what the API says of it. */
export class MinedAddress {
  readonly pool: PoolProcess;
  readonly control: SandboxControl;
  readonly #coin: string;
  readonly #address: string;

  private constructor(pool: PoolProcess, control: SandboxControl, coin: string, address: string) {
    this.pool = pool;
    this.control = control;
    this.#coin = coin;
    this.#address = address;
  }

  static async start(coin: string, address: string): Promise<MinedAddress> {
    const pool = await PoolProcess.start();
    return new MinedAddress(pool, await pool.connectControl(), coin, address);
  }

  async close(): Promise<void> {
    await this.control.close();
    await this.pool.close();
  }

  get stratumPort(): number {
    return this.pool.stratumPort('sha256');
  }

  pageOf(tab: string): string {
    return `${this.pool.url}/address/${this.#address}?coin=${this.#coin}&tab=${tab}`;
  }

  /** A miner on it, slow enough for the pool that it mines to. */
  startMiner(worker: string): Promise<HashingMiner> {
    return HashingMiner.start({
      port: this.stratumPort,
      user: `${this.#coin}:${this.#address}.${worker}`,
      hashesPerSecondMax: 400_000,
    });
  }

  /** Mines and finds blocks until more than this is there to be paid. */
  async earn(amount: number): Promise<void> {
    if ((await this.balance()) > amount) return;
    const miner = await this.startMiner('rig1');
    while ((await this.balance()) <= amount) await this.earnBlock(miner);
    await miner.stop();
  }

  /** Lets a miner go on until another block has been credited. */
  async earnBlock(miner: HashingMiner): Promise<void> {
    const blocks = (await this.control.ledger()).blocks.length;
    await miner.whenAcked(miner.acked.length + 2);
    await this.control.mineBlock('sha256');
    await expect
      .poll(async () => (await this.control.ledger()).blocks.length, { timeout: 120_000 })
      .toBeGreaterThan(blocks);
    miner.rest();
    const before = await this.balance();
    await expect
      .poll(
        async () => {
          await this.control.advance(30_000);
          return this.balance();
        },
        { timeout: 60_000, intervals: [50] },
      )
      .toBeGreaterThan(before);
    miner.resume();
  }

  async balance(): Promise<number> {
    return Number((await this.lookUp())['balance'] ?? 0);
  }

  /** It, or another address of its coin. */
  async lookUp(address = this.#address): Promise<Record<string, unknown>> {
    return this.#read(`address/${address}?coin=${this.#coin}`);
  }

  async stats(): Promise<Record<string, unknown>> {
    return this.#read(`account/${String((await this.lookUp())['uuid'])}/stats`);
  }

  /** What happened, newest first, as far as the first page goes. */
  async events(): Promise<readonly { readonly timestamp: number }[]> {
    const { list } = await this.#read(`account/${String((await this.lookUp())['uuid'])}/events`);
    return list as { timestamp: number }[];
  }

  /** How many payments are listed. */
  async payments(): Promise<number> {
    const { list } = await this.#read(`account/${String((await this.lookUp())['uuid'])}/payments`);
    return (list as unknown[]).length;
  }

  async #read(path: string): Promise<Record<string, unknown>> {
    const answer = await fetch(`${this.pool.url}/api/v5/${path}`);
    return ((await answer.json()) as { data: Record<string, unknown> }).data;
  }
}
