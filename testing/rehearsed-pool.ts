import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HashingMiner } from './hashing-miner.ts';
import { MoneroMiner } from './monero-miner.ts';
import { PoolProcess } from './pool-process.ts';
import { ProgramMiner } from './program-miner.ts';
import { type CommandResult, runOpenlode } from './run-openlode.ts';
import { createScratchPostgres, type ScratchPostgres } from './scratch-postgres.ts';
import type { Reached, TestNetwork } from './test-network.ts';

/** A round as the database has it. */
export interface StoredRound {
  readonly hash: string;
  readonly state: string;
  readonly problem: string | null;
}

/** Who mines, where a suite names no other: a pool of any chain credits in any coin. */
const rehearsedMiner = 'LTC:ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9';

/** The built pool on PostgreSQL, on a test network of two nodes. */
export class RehearsedPool {
  readonly nodes: TestNetwork;
  readonly pool: PoolProcess;
  readonly database: ScratchPostgres;
  /** Where its blocks pay to. */
  readonly address: string;
  readonly #folder: string;
  readonly #config: string;
  #second: PoolProcess | undefined;
  readonly #program: string | undefined;
  readonly #miner: string;
  readonly #env: Readonly<Record<string, string>>;

  private constructor(
    nodes: TestNetwork,
    parts: {
      pool: PoolProcess;
      database: ScratchPostgres;
      address: string;
      folder: string;
      config: string;
      program: string | undefined;
      miner: string;
      env: Readonly<Record<string, string>>;
    },
  ) {
    this.nodes = nodes;
    this.pool = parts.pool;
    this.database = parts.database;
    this.address = parts.address;
    this.#folder = parts.folder;
    this.#config = parts.config;
    this.#program = parts.program;
    this.#miner = parts.miner;
    this.#env = parts.env;
  }

  /**
   * The nodes are the pool's from then on: it closes them. `program` is the path of xmrig, to mine RandomX with; `paying` is where blocks pay
   * to and what the settings say of where payouts leave.
   */
  static async start(
    server: string,
    nodes: TestNetwork,
    program?: string,
    paying?: {
      readonly address: string;
      readonly miner: string;
      readonly paid: PaidNetworks;
      /** Settings beside the file. */
      readonly env?: Readonly<Record<string, string>>;
    },
  ): Promise<RehearsedPool> {
    const address = paying?.address ?? (await nodes.payoutAddress());
    const folder = await mkdtemp(join(tmpdir(), 'openlode-nodes-'));
    const config = join(folder, 'openlode.yaml');
    await writeFile(
      config,
      configOf(nodes, address, { wallet: await nodes.watchingWallet?.(), paid: paying?.paid }),
    );
    const database = await createScratchPostgres(server);
    const env = { ...paying?.env, DATABASE_URL: database.url, OPENLODE_CONFIG: config };
    const pool = await PoolProcess.start({ env });
    const miner = paying?.miner ?? rehearsedMiner;
    return new RehearsedPool(nodes, { pool, database, address, folder, config, program, miner, env });
  }

  /** Mines until this number of shares is acknowledged, which on a test network are all blocks; answers the blocks' hashes. */
  async mine(blocks = 1, pool = this.pool, miner = this.#miner): Promise<string[]> {
    const hashing = await this.startMiner(pool, miner);
    try {
      // A second RandomX miner beside it takes a second for each hash on a busy machine.
      await hashing.whenAcked(blocks, 60_000 + 20_000 * blocks).catch((error: unknown) => {
        const { rejected, jobs, hashes } = hashing;
        const seen = JSON.stringify({ rejected: rejected.slice(-3), jobs: jobs.slice(-3), hashes });
        throw new Error(`${(error as Error).message}: ${seen}\n${pool.logs.slice(-20).join('\n')}`);
      });
    } finally {
      await hashing.stop();
    }
    return hashing.acked.flatMap(({ block }) => block ?? []);
  }

  /** Begins to mine until it is stopped: with the program, or with the suite's own hasher of the algorithm. */
  async startMiner(
    pool = this.pool,
    miner = this.#miner,
  ): Promise<HashingMiner | MoneroMiner | ProgramMiner> {
    const { algorithm, one } = this.nodes;
    const options = { port: pool.stratumPort(algorithm), user: `${miner}.rig1` };
    if (this.#program !== undefined) return ProgramMiner.start({ ...options, program: this.#program });
    if (algorithm === 'randomx') return MoneroMiner.start({ ...options, node: one, hashesPerSecondMax: 3 });
    // Every second hash is a block.
    return HashingMiner.start({ ...options, algorithm, hashesPerSecondMax: 6 });
  }

  /** A second process with the same settings, database and nodes; it ends with the first. */
  async second(): Promise<PoolProcess> {
    this.#second ??= await PoolProcess.start({ env: this.#env, secretOf: this.pool });
    return this.#second;
  }

  async endSecond(): Promise<void> {
    await this.#second?.close();
    this.#second = undefined;
  }

  /** What a miner is acknowledged who goes on for this long, whether there is work or not. */
  async mineFor(ms: number): Promise<string[]> {
    const hashing = await this.startMiner();
    await sleep(ms);
    await hashing.stop();
    return hashing.acked.flatMap(({ block }) => block ?? []);
  }

  /** Every round, the oldest first. */
  async rounds(): Promise<StoredRound[]> {
    const rows = await this.database.query(
      'SELECT block_hash AS hash, state, submit_problem AS problem FROM rounds ORDER BY id',
    );
    return rows as unknown as StoredRound[];
  }

  /** Waits until the rounds are what they should be; throws what they are otherwise. */
  async untilRounds(
    isWanted: (rounds: readonly StoredRound[]) => boolean,
    timeoutMs = 120_000,
  ): Promise<void> {
    let rounds: readonly StoredRound[] = [];
    for (const deadline = performance.now() + timeoutMs; performance.now() < deadline; await sleep(50)) {
      rounds = await this.rounds();
      if (isWanted(rounds)) return;
    }
    throw new Error(`the rounds are ${JSON.stringify(rounds)}\n${this.pool.logs.slice(-20).join('\n')}`);
  }

  /** Lets a verdict stand for the time that makes it final. */
  async letVerdictsStand(): Promise<void> {
    const control = await this.pool.connectControl();
    try {
      await control.advance(1000);
      await control.advance(31_000);
    } finally {
      await control.close();
    }
  }

  /** Lets verdicts stand until no round is open any more; answers all rounds, also where some stay open. */
  async settle(): Promise<readonly StoredRound[]> {
    const isOpen = ({ state }: StoredRound): boolean => state === 'candidate' || state === 'accepted';
    for (let turn = 0; turn < 20; turn += 1) {
      await this.letVerdictsStand();
      const rounds = await this.rounds();
      if (!rounds.some(isOpen)) return rounds;
      await sleep(500);
    }
    return this.rounds();
  }

  /** `openlode …`, asked of the pool. */
  command(...args: readonly string[]): Promise<CommandResult> {
    return runOpenlode(args, {
      OPENLODE_DATA: this.pool.dataDirectory,
      DATABASE_URL: this.database.url,
      OPENLODE_CONFIG: this.#config,
    });
  }

  /** Changes what its file says of where blocks pay to and payouts leave; it counts from the next start on. */
  async changeFile(address: string, paid: PaidNetworks): Promise<void> {
    await writeFile(
      this.#config,
      configOf(this.nodes, address, { wallet: await this.nodes.watchingWallet?.(), paid }),
    );
  }

  /** Credited blocks whose reward a wallet has to the unit, and those that it has otherwise (`openlode blocks compare`). */
  async compareWithWallet(): Promise<{ readonly same: number; readonly differ: number }> {
    // Some hundred at a time, and a wallet that is a block behind says nothing of the newest.
    for (let before = -1; ; await sleep(1000)) {
      const { out, err } = await this.command('blocks', 'compare', '--json');
      if (out === '') throw new Error(`blocks compare: ${err}`);
      const rows = await this.database.query(
        'SELECT count(*)::int AS same FROM rounds WHERE reward_compared_at IS NOT NULL',
      );
      const same = Number((rows as unknown as readonly { readonly same: number }[])[0]?.same);
      if (same === before) return { same, differ: (JSON.parse(out) as readonly unknown[]).length };
      before = same;
    }
  }

  async close(): Promise<void> {
    await this.endSecond();
    await this.pool.close();
    await this.database.drop();
    await this.nodes.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** What `openlode.yaml` says of where payouts leave. */
export interface PaidNetworks {
  readonly rails?: readonly Readonly<Record<string, unknown>>[];
  readonly evm?: readonly Readonly<Record<string, unknown>>[];
  readonly monero?: Readonly<Record<string, unknown>>;
  readonly floats?: readonly Readonly<Record<string, unknown>>[];
}

function configOf(
  { coin, one, two, reached = [one, two], merged = [] }: TestNetwork,
  address: string,
  { wallet, paid }: { readonly wallet: Reached | undefined; readonly paid: PaidNetworks | undefined },
): string {
  const chain = { coin, address, nodes: reached.map(entryOf) };
  const wallets = wallet === undefined ? {} : { wallets: [entryOf(wallet)] };
  const others = merged.map((each) => ({ ...each, nodes: each.nodes.map(entryOf) }));
  // What is JSON is YAML.
  return JSON.stringify({
    kind: 'regtest',
    chains: [{ ...chain, ...wallets, ...(others.length > 0 && { merged: others }) }],
    ...paid,
  });
}

function entryOf({ name, url, loginFile, walletUrl }: Reached): Readonly<Record<string, string>> {
  return {
    name,
    url,
    ...(loginFile !== undefined && { login: loginFile }),
    ...(walletUrl !== undefined && { walletUrl }),
  };
}
