import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { mainnetAddress } from './litecoin-address.ts';
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
  readonly paying: PayingPool;
  readonly pool: PoolProcess;
  readonly database: ScratchPostgres;
  /** The processes of the other pool, and the way to each, in the order in which they are tried. */
  readonly others: readonly { readonly pool: PoolProcess; readonly wire: TroubledWire }[];
  readonly #signer: SignerProcess;
  readonly #config: string;
  readonly #folder: string;

  private constructor(
    paying: PayingPool,
    parts: {
      pool: PoolProcess;
      database: ScratchPostgres;
      others: RelayingPools['others'];
      signer: SignerProcess;
      config: string;
      folder: string;
    },
  ) {
    this.paying = paying;
    this.pool = parts.pool;
    this.database = parts.database;
    this.others = parts.others;
    this.#signer = parts.signer;
    this.#config = parts.config;
    this.#folder = parts.folder;
  }

  static async start(server: string): Promise<RelayingPools> {
    const folder = await mkdtemp(join(tmpdir(), 'openlode-relaying-'));
    const signer = await SignerProcess.start(folder);
    const relay = `LTC:${mainnetAddress(signer.address)}`;
    const paying = await PayingPool.start(server, async (nodes, own) => ({
      ...(await paidLitecoin(nodes, own)),
      miner: relay,
    }));
    const { nodes, litecoin } = paying;
    const others: { pool: PoolProcess; wire: TroubledWire }[] = [];
    for (const pool of [litecoin.pool, await litecoin.second()])
      others.push({ pool, wire: await TroubledWire.start(pool.stratumPort('scrypt')) });
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
    const pool = await PoolProcess.start({ env: { DATABASE_URL: database.url, OPENLODE_CONFIG: config } });
    return new RelayingPools(paying, { pool, database, others, signer, config, folder });
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
    const samples = (await this.#samples()).filter(({ name }) => name === 'openlode_upstream_shares');
    const of = (...classes: readonly string[]): number =>
      samples
        .filter(({ labels }) => classes.includes(labels['class'] ?? ''))
        .reduce((sum, { value }) => sum + value, 0);
    return {
      judged: of('judged'),
      forwarded: of('forwarded'),
      accepted: of('accepted'),
      unknown: of('unknown'),
      stale: of('stale'),
      refused: of('duplicate', 'low-difficulty', 'unauthorized', 'other'),
      unsent: of('unsent'),
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
    await this.pool.close();
    await this.database.drop();
    for (const { wire } of this.others) await wire.close();
    await this.paying.close();
    await this.#signer.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #samples() {
    const response = await fetch(`${this.pool.opsUrl}/metrics`);
    return parsePrometheusText(await response.text()).samples;
  }
}
