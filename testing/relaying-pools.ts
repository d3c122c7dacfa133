import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { mainnetAddress } from './litecoin-address.ts';
import type { LitecoinNodes } from './litecoin-nodes.ts';
import { MiningCrew } from './mining-crew.ts';
import { paidLitecoin } from './paid-asset.ts';
import { PayingPool } from './paying-pool.ts';
import { PoolProcess } from './pool-process.ts';
import { parsePrometheusText } from './prometheus-text.ts';
import { type CommandResult, runOpenlode } from './run-openlode.ts';
import { createScratchPostgres, type ScratchPostgres } from './scratch-postgres.ts';
import { SignerProcess } from './signer-process.ts';
import { askNode } from './test-network.ts';
import { TroubledWire } from './troubled-wire.ts';

/** As the settings call the other pool. */
export const upstreamName = 'other-pool';
const wallet = 'income';
const miners = [
  'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
  'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9',
  'MTvnA4CN73ry7c65wEuTSaKzb2pNKHB4n1',
];

export const relayedMiners = miners.length;

/** What became of shares, since the relaying pool began. */
export interface RelayedShares {
  /** Accepted by its own verifier. */
  readonly judged: number;
  readonly forwarded: number;
  readonly accepted: number;
  readonly unknown: number;
  /** By the other pool: because it had gone on to another block, or for another reason. */
  readonly stale: number;
  readonly refused: number;
  readonly unsent: number;
  /** The expected hashes that they stand for. */
  readonly judgedWork: number;
  readonly acceptedWork: number;
  readonly unknownWork: number;
}

/** An output that pays the relaying pool, as its wallet has it. */
export interface PaidOutput {
  readonly reference: string;
  /** In whole coins. */
  readonly amount: string;
}

/**
 * A built pool that gives the work of another one on, and pays with a wallet of its own. The other one is the same program, as two processes on
 * two litecoinds, with its signer: it finds real blocks, and pays for them.
 */
export class RelayingPools {
  readonly paying: PayingPool<LitecoinNodes>;
  readonly pool: PoolProcess;
  readonly database: ScratchPostgres;
  /** The processes of the other pool, and the way to each, in the order in which they are tried. */
  readonly others: readonly { readonly pool: PoolProcess; readonly wire: TroubledWire }[];
  readonly #config: string;
  readonly #opened: readonly (() => Promise<unknown>)[];

  private constructor(
    paying: PayingPool<LitecoinNodes>,
    parts: {
      pool: PoolProcess;
      database: ScratchPostgres;
      others: RelayingPools['others'];
      config: string;
      opened: readonly (() => Promise<unknown>)[];
    },
  ) {
    this.paying = paying;
    this.pool = parts.pool;
    this.database = parts.database;
    this.others = parts.others;
    this.#config = parts.config;
    this.#opened = parts.opened;
  }

  static async start(server: string): Promise<RelayingPools> {
    const opened: (() => Promise<unknown>)[] = [];
    try {
      return await RelayingPools.#open(server, opened);
    } catch (error) {
      for (const close of opened.toReversed()) await close();
      throw error;
    }
  }

  /** @param opened takes what has to be closed, the last first */
  static async #open(server: string, opened: (() => Promise<unknown>)[]): Promise<RelayingPools> {
    const folder = await mkdtemp(join(tmpdir(), 'openlode-relaying-'));
    opened.push(() => rm(folder, { recursive: true, force: true }));
    const signer = await SignerProcess.start(folder);
    opened.push(() => signer.close());
    const relay = `LTC:${mainnetAddress(signer.address)}`;
    const paying = await PayingPool.start(server, async (nodes, own) => ({
      ...(await paidLitecoin(nodes, own)),
      miner: relay,
    }));
    opened.push(() => paying.close());
    const { nodes, rehearsed } = paying;
    const others: { pool: PoolProcess; wire: TroubledWire }[] = [];
    for (const pool of [rehearsed.pool, await rehearsed.second()]) {
      const wire = await TroubledWire.start(pool.stratumPort('scrypt'));
      opened.push(() => wire.close());
      others.push({ pool, wire });
    }
    const both = [nodes.one, nodes.two];
    for (const node of both) {
      await node.ask('createwallet', wallet, true, true, '', false, false, true);
      const { address } = signer;
      const watched = { scriptPubKey: { address }, timestamp: 0, watchonly: true, label: 'pool' };
      const login = await readFile(node.loginFile, 'utf8');
      await askNode(`${node.url}/wallet/${wallet}`, login, 'importmulti', [[watched], { rescan: false }]);
    }
    const entries = both.map(({ name, url, loginFile }) => ({ name, url, login: loginFile }));
    const config = join(folder, 'openlode.yaml');
    const upstream = {
      name: upstreamName,
      algorithm: 'scrypt',
      coin: 'LTC',
      addresses: others.map(({ wire }) => ({ url: `stratum+tcp://127.0.0.1:${wire.port}` })),
      user: `${relay}.relay`,
      feePercent: 1,
      incomeMax: 10_000,
    };
    // What is JSON is YAML.
    await writeFile(
      config,
      JSON.stringify({
        kind: 'regtest',
        chains: [{ coin: 'LTC', mined: false, address: signer.address, nodes: entries }],
        rails: [{ coin: 'LTC', wallet, signer: signer.socket, confirmations: 2 }],
        upstreams: [upstream],
      }),
    );
    const database = await createScratchPostgres(server);
    opened.push(() => database.drop());
    const pool = await PoolProcess.start({ env: { DATABASE_URL: database.url, OPENLODE_CONFIG: config } });
    opened.push(() => pool.close());
    return new RelayingPools(paying, { pool, database, others, config, opened });
  }

  /** Waits until the other pool gives work here. */
  async untilWork(): Promise<void> {
    for (const deadline = performance.now() + 180_000; performance.now() < deadline; await sleep(200))
      if ((await this.#samples()).some(({ name, value }) => name === 'openlode_upstream_work' && value === 1))
        return;
    throw new Error(`no work is relayed\n${this.pool.logs.slice(-20).join('\n')}`);
  }

  /** Three miners, each paid at an address of its own. Every second hash is a block. */
  startCrew(): MiningCrew {
    const port = this.pool.stratumPort('scrypt');
    return MiningCrew.start(
      miners.map((address, index) => ({
        port,
        user: `LTC:${address}.rig${index + 1}`,
        algorithm: 'scrypt' as const,
        hashesPerSecondMax: 0.6,
      })),
    );
  }

  async shares(): Promise<RelayedShares> {
    const samples = await this.#samples();
    const sum = (metric: string, classes: readonly string[]): number =>
      samples
        .filter(({ name, labels }) => name === metric && classes.includes(labels['class'] ?? ''))
        .reduce((total, { value }) => total + value, 0);
    const of = (...classes: readonly string[]): number => sum('openlode_upstream_shares', classes);
    const workOf = (...classes: readonly string[]): number => sum('openlode_upstream_hashes', classes);
    return {
      judged: of('judged'),
      forwarded: of('forwarded'),
      accepted: of('accepted'),
      unknown: of('unknown'),
      stale: of('stale'),
      refused: of('duplicate', 'low-difficulty', 'unauthorized', 'other'),
      unsent: of('unsent'),
      judgedWork: workOf('judged'),
      acceptedWork: workOf('accepted'),
      unknownWork: workOf('unknown'),
    };
  }

  /** What the relaying pool's log has of the other one, the newest last. */
  said(): readonly string[] {
    return this.pool.logs.filter((line) => line.includes(upstreamName)).slice(-20);
  }

  /** Outputs that pay the relaying pool. */
  async paidOutputs(): Promise<readonly PaidOutput[]> {
    const { one } = this.paying.nodes;
    const login = await readFile(one.loginFile, 'utf8');
    const found = await askNode<{ txid: string; vout: number; amount: number }[]>(
      `${one.url}/wallet/${wallet}`,
      login,
      'listunspent',
      [2],
    );
    return found.map(({ txid, vout, amount }) => ({
      reference: `${txid}:${vout}`,
      amount: amount.toFixed(8),
    }));
  }

  /** `openlode …`, asked of the relaying pool. */
  command(...args: readonly string[]): Promise<CommandResult> {
    return runOpenlode(args, {
      OPENLODE_DATA: this.pool.dataDirectory,
      DATABASE_URL: this.database.url,
      OPENLODE_CONFIG: this.#config,
    });
  }

  async close(): Promise<void> {
    for (const close of this.#opened.toReversed()) await close();
  }

  async #samples() {
    const response = await fetch(`${this.pool.opsUrl}/metrics`);
    return parsePrometheusText(await response.text()).samples;
  }
}
