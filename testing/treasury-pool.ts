import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { anvilAccounts } from './anvil-node.ts';
import { HashingMiner } from './hashing-miner.ts';
import { MoneroMiner } from './monero-miner.ts';
import { PoolProcess } from './pool-process.ts';
import { runOpenlode } from './run-openlode.ts';
import { createScratchPostgres, type ScratchPostgres } from './scratch-postgres.ts';
import type { StandInExchange } from './stand-in-exchange.ts';
import type { StandInWallets } from './stand-in-wallets.ts';
import {
  closeTreasuryWorld,
  exchangeSettings,
  openTreasuryWorld,
  poolFile,
  type TreasuryWorld,
} from './treasury-world.ts';

/** What a miner logs in with. */
export interface TreasuryMiner {
  readonly coin: 'LTC' | 'WBTC';
  readonly address: string;
}

export const miners: Readonly<Record<'token' | 'litecoin', TreasuryMiner>> = {
  token: { coin: 'WBTC', address: `0x${'35'.repeat(20)}` },
  litecoin: { coin: 'LTC', address: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9' },
};
/** What the address of the second pays to. */
const minersScript = '0014751e76e8199196d454941c45d1b3a323f1433bd6';

/** The built pool on nodes of Litecoin and Monero and on two anvils, with the built signer, and an account at a stand-in for an exchange. */
export class TreasuryPool {
  readonly world: TreasuryWorld;
  readonly database: ScratchPostgres;
  readonly pool: PoolProcess;
  readonly #folder: string;
  readonly #time: { movedMs: number };

  private constructor(
    world: TreasuryWorld,
    { database, pool }: { readonly database: ScratchPostgres; readonly pool: PoolProcess },
    { folder, time }: { readonly folder: string; readonly time: { movedMs: number } },
  ) {
    this.world = world;
    this.database = database;
    this.pool = pool;
    this.#folder = folder;
    this.#time = time;
  }

  /** @param server a PostgreSQL whose user may create databases */
  static async start(server: string): Promise<TreasuryPool> {
    const folder = await mkdtemp(join(tmpdir(), 'openlode-treasury-'));
    const time = { movedMs: 0 };
    const world = await openTreasuryWorld(folder, () => Date.now() + time.movedMs);
    const config = join(folder, 'openlode.yaml');
    // What is JSON is YAML.
    await writeFile(config, JSON.stringify(poolFile(world)));
    const database = await createScratchPostgres(server);
    const settings = await exchangeSettings(folder, world.exchange.url);
    const pool = await PoolProcess.start({
      env: { DATABASE_URL: database.url, OPENLODE_CONFIG: config, ...settings },
    });
    return new TreasuryPool(world, { database, pool }, { folder, time });
  }

  get exchange(): StandInExchange {
    return this.world.exchange;
  }

  get wallets(): StandInWallets {
    return this.world.wallets;
  }

  /** `openlode …`, asked of the pool. Throws where it does not end well. */
  async command(...args: readonly string[]): Promise<string> {
    const { code, out, err } = await runOpenlode(args, this.#settings());
    if (code !== 0) throw new Error(`openlode ${args.join(' ')} ended with ${code}: ${out}${err}`);
    return out;
  }

  /** What a command that looks has found. */
  async list<T>(...args: readonly string[]): Promise<T> {
    const { out, err } = await runOpenlode([...args, '--json'], this.#settings());
    if (out === '') throw new Error(`openlode ${args.join(' ')}: ${err}`);
    return JSON.parse(out) as T;
  }

  /** A decision of an operator. */
  decide(...args: readonly string[]): Promise<string> {
    return this.command(...args, '--reason', 'a rehearsal', '--yes');
  }

  #settings(): Readonly<Record<string, string>> {
    return {
      OPENLODE_DATA: this.pool.dataDirectory,
      DATABASE_URL: this.database.url,
      OPENLODE_CONFIG: join(this.#folder, 'openlode.yaml'),
    };
  }

  /** Puts the clocks of pool and exchange on, ms: the pool does everything then that it does from time to time. */
  async advance(ms: number): Promise<number> {
    this.#time.movedMs += ms;
    return this.pool.advance(ms);
  }

  /** It ends, however it may, and starts again, with the clock as it was. */
  async restart(): Promise<void> {
    await this.pool.restart('SIGKILL');
    await this.pool.advance(this.#time.movedMs);
  }

  /** A minute goes by, with a block on each chain, and the exchange does its work. */
  async tick(ms = 61_000): Promise<void> {
    await this.advance(ms);
    await this.wallets.work(this.exchange.account);
    await this.bury(1);
  }

  /** Blocks of a third party on all chains. */
  async bury(blocks: number): Promise<void> {
    await this.world.litecoin.join();
    await this.world.monero.join();
    await Promise.all([
      this.world.litecoin.mine(blocks),
      this.world.monero.mine(blocks),
      this.world.anvils.mine(blocks, Date.now()),
    ]);
    await this.wallets.untilInStep();
    await this.wallets.work(this.exchange.account);
  }

  /** Lets minutes go by until something is as hoped; throws what is there otherwise. */
  async until<T>(
    hoped: string,
    look: () => Promise<T>,
    isWanted: (found: T) => boolean,
    turnsMax = 30,
  ): Promise<T> {
    let found = await look();
    for (let turn = 0; turn < turnsMax; turn += 1) {
      if (isWanted(found)) return found;
      await this.tick();
      found = await look();
    }
    const said = this.pool.logs.slice(-15).join('\n');
    throw new Error(`${hoped}: it is ${JSON.stringify(found)}\n${said}`);
  }

  /** A miner finds a block of Litecoin, by real work. */
  async mineLitecoin({ coin, address }: TreasuryMiner): Promise<void> {
    const user = `${coin}:${address}.rig1`;
    const port = this.pool.stratumPort('scrypt');
    const miner = await HashingMiner.start({ port, user, algorithm: 'scrypt', hashesPerSecondMax: 6 });
    await miner.whenAcked(1);
    await miner.stop();
    await this.#credit('LTC', () => this.world.litecoin.mine(101));
  }

  /** The same of Monero. */
  async mineMonero({ coin, address }: TreasuryMiner): Promise<void> {
    const user = `${coin}:${address}.rig1`;
    const port = this.pool.stratumPort('randomx');
    const miner = await MoneroMiner.start({ port, user, node: this.world.monero.one, hashesPerSecondMax: 3 });
    await miner.whenAcked(1, 80_000);
    await miner.stop();
    await this.#credit('XMR', () => this.world.monero.mine(61));
  }

  /** Until no round is open any more, and one of the coin is credited. */
  async #credit(coin: string, bury: () => Promise<void>): Promise<void> {
    await this.world.litecoin.join();
    await this.world.monero.join();
    for (let turn = 0; turn < 100 && (await this.rounds()).every((each) => each.coin !== coin); turn += 1)
      await sleep(100);
    await bury();
    for (let turn = 0; turn < 20; turn += 1) {
      await this.advance(1000);
      await this.advance(31_000);
      const rounds = (await this.rounds()).filter((each) => each.coin === coin);
      if (rounds.some(({ state }) => state === 'credited') && rounds.every(({ state }) => isJudged(state)))
        return;
      await sleep(300);
    }
    throw new Error(`no block of ${coin} was credited: ${JSON.stringify(await this.rounds())}`);
  }

  /** Every block that a miner has found. */
  async rounds(): Promise<
    readonly { readonly coin: string; readonly hash: string; readonly state: string }[]
  > {
    const rows = await this.database.query(
      `SELECT CASE algorithm WHEN 'scrypt' THEN 'LTC' ELSE 'XMR' END AS coin, block_hash AS hash, state FROM rounds ORDER BY id`,
    );
    return rows as never;
  }

  /** What both nodes of Litecoin say that lies at a script, immature rewards included; in units of 10^-18. */
  async litecoinsAt(script: string): Promise<bigint> {
    const both = await Promise.all(
      [this.world.litecoin.one, this.world.litecoin.two].map(async (node) => {
        const { unspents } = await node.ask<{ unspents: { amount: number }[] }>('scantxoutset', 'start', [
          script,
        ]);
        return unspents.reduce((sum, { amount }) => sum + BigInt(Math.round(amount * 1e8)), 0n);
      }),
    );
    const [one, two] = both;
    if (one === undefined || one !== two) throw new Error(`the litecoinds do not agree: ${both.join(', ')}`);
    return one * 10n ** 10n;
  }

  /** What the chains say that a miner has; in units of 10^-18. */
  received({ coin, address }: TreasuryMiner): Promise<bigint> {
    return coin === 'LTC' ? this.litecoinsAt(`raw(${minersScript})`) : this.wallets.tokensOf(address);
  }

  /** What the chains say that the pool's own wallets hold, by coin; in units of 10^-18. */
  async held(): Promise<ReadonlyMap<string, bigint>> {
    const wei = await Promise.all(
      [this.world.anvils.one, this.world.anvils.two].map((node) =>
        node.ask<string>('eth_getBalance', anvilAccounts[1], 'latest'),
      ),
    );
    if (wei[0] === undefined || wei[0] !== wei[1])
      throw new Error(`the anvils do not agree: ${wei.join(', ')}`);
    return new Map([
      ['LTC', await this.litecoinsAt(`addr(${this.world.signer.address})`)],
      ['XMR', (await this.world.view.held()) * 10n ** 6n],
      ['WBTC', await this.wallets.tokensOf(anvilAccounts[1])],
      ['ETH', BigInt(wei[0])],
    ]);
  }

  async close(): Promise<void> {
    await this.pool.close();
    await this.database.drop();
    await closeTreasuryWorld(this.world);
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function isJudged(state: string): boolean {
  return state === 'credited' || state === 'orphaned';
}
