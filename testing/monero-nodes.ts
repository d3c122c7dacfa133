import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from './free-port.ts';
import { type Tip, syncBlocks } from './sync-blocks.ts';
import { hasMoneroWallet, MoneroWallet, watched, type WatchedAccount } from './monero-wallet.ts';
import { NodeProcess } from './node-process.ts';
import { nodeReadyMs, type TestNetwork, type TestNode } from './test-network.ts';

/** Whether this machine has Monero's node; suites that need one are skipped without it. */
export const hasMonerod = spawnSync('monerod', ['--version']).status === 0;

/** monerod closes the 26th connection of one address without an answer; here several pools and wallets have the same one. Older releases count none. */
const connectionsOption = '--rpc-max-connections-per-private-ip';
const manyConnections = spawnSync('monerod', ['--help'], { encoding: 'utf8' }).stdout?.includes(
  connectionsOption,
)
  ? [`${connectionsOption}=100`]
  : [];

/** Of a wallet of no one: blocks of a third party pay to it. */
const thirdParty =
  '4AHf5UPcGEsJqx57DYp8tSCbQB2YLjmxMJdvjoR5mFfP9Y97FTeKCgPXSXWLdpD45nJCtKmj7ixXPGR3UqWeX8ds5LDXXyS';

/** Longer than any suite. */
const bannedSeconds = 86_400;

/** Each takes some hashes of RandomX: a call for many would not be answered in time on a busy machine. */
const blocksOfCall = 10;

/** What a suite reads of `get_info`. */
interface Info {
  readonly height: number;
  readonly top_block_hash: string;
  readonly synchronized: boolean;
  readonly incoming_connections_count: number;
  readonly outgoing_connections_count: number;
}

/** One monerod on a test network of its own, asked over HTTP. */
export class MoneroNode implements TestNode {
  readonly name: string;
  readonly rpcPort: number;
  readonly peer: { readonly host: string; readonly port: number };
  readonly #folder: string;
  readonly #options: readonly string[];
  #difficulty = 1;
  readonly #process = new NodeProcess('monerod');
  /** Of the main network, by itself: it gives templates all the same. */
  isMain = false;
  #isOffline = false;

  /** `options`: how it meets its peers. */
  constructor(
    name: string,
    folder: string,
    where: { readonly rpcPort: number; readonly peer: { readonly host: string; readonly port: number } },
    options: readonly string[],
  ) {
    this.name = name;
    this.rpcPort = where.rpcPort;
    this.peer = where.peer;
    this.#folder = folder;
    this.#options = options;
  }

  get url(): string {
    return `http://127.0.0.1:${this.rpcPort}`;
  }

  /**
   * Starts it, again on the same blocks; resolves once it answers. One that was ended before comes back alone: it would take over the blocks
   * that it has missed, and without a peer it would not make any, because it does not know whether it misses some.
   */
  async start(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const options = {
      'data-dir': this.#folder,
      'rpc-bind-port': this.rpcPort,
      'p2p-bind-ip': this.peer.host,
      'p2p-bind-port': this.peer.port,
      'check-updates': 'disabled',
      'max-concurrency': 1,
      // It would read the hashes of all blocks of the main network, which takes longer than the rest of its start.
      'fast-block-sync': 0,
      'log-file': join(this.#folder, 'log'),
    };
    const given = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
    // Without the first of these each start begins with the first block again.
    const own = this.isMain
      ? ['--offline']
      : ['--keep-fakechain', '--regtest', `--fixed-difficulty=${this.#difficulty}`];
    const flags = [...own, '--allow-local-ip', '--no-igd', '--no-zmq'];
    const more = ['--non-interactive', '--disable-dns-checkpoints', ...manyConnections, ...this.#options];
    if (this.#isOffline) more.push('--offline');
    await this.#process.start(
      spawn('monerod', [...flags, ...given, ...more], { stdio: 'ignore' }),
      async () => {
        await this.info();
        return true;
      },
    );
  }

  info(): Promise<Info> {
    return this.ask<Info>('get_info');
  }

  /** One call, with a list or an object of parameters. Throws what the node refuses. */
  async ask<T = unknown>(method: string, ...[params = {}]: readonly unknown[]): Promise<T> {
    const response = await fetch(`${this.url}/json_rpc`, {
      method: 'POST',
      // The node may be closing one that was kept, and then this call would be lost.
      headers: { connection: 'close' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(60_000),
    });
    const { result, error } = (await response.json()) as {
      readonly result?: T;
      readonly error?: { readonly message: string };
    };
    if (result === undefined) throw new Error(`${method}: ${error?.message}`);
    return result;
  }

  /** Blocks of a third party, by this node alone. */
  async generate(blocks: number): Promise<void> {
    for (let rest = blocks; rest > 0; rest -= blocksOfCall) {
      const given = { amount_of_blocks: Math.min(rest, blocksOfCall), wallet_address: thirdParty };
      const { status } = await this.ask<{ readonly status: string }>('generateblocks', given);
      if (status !== 'OK') throw new Error(`${this.name} makes no blocks: ${status}`);
    }
  }

  /** Whether its best branch has the block. */
  async hasBlock(hash: string): Promise<boolean> {
    const answer = await this.ask<{ block_header: { orphan_status: boolean } }>('get_block_header_by_hash', {
      hash,
    }).catch(() => undefined);
    return answer?.block_header.orphan_status === false;
  }

  async signal(signal: Parameters<TestNode['signal']>[0]): Promise<void> {
    if (this.#process.isStarted && (signal === 'SIGKILL' || signal === 'SIGTERM')) this.#isOffline = true;
    await this.#process.signal(signal);
  }

  /** Ends it and starts it again on the same blocks; the next ones take this many hashes. Its peer has to ask for the same. */
  async restartWith(difficulty: number): Promise<void> {
    await this.#process.signal('SIGTERM');
    this.#difficulty = difficulty;
    await this.start();
  }

  /** Lets it meet its peers, where it has come back alone. */
  async meetPeers(): Promise<void> {
    if (!this.#isOffline || !this.#process.isStarted) return;
    await this.signal('SIGTERM');
    this.#isOffline = false;
    await this.start();
  }
}

/** Two monerods that are each other's only peer. Node two is at an address of its own, which node one can ban without locking out the suite. */
export class MoneroNodes implements TestNetwork {
  readonly coin = 'XMR';
  readonly algorithm = 'randomx';
  readonly maturingBlocks = 61;
  readonly restingBlocks = 10;
  /** Whom the wallet beside the nodes watches: where blocks of a pool pay to. */
  account: WatchedAccount = watched;
  readonly one: MoneroNode;
  readonly two: MoneroNode;
  readonly #folder: string;
  #wallet: MoneroWallet | undefined;
  #isCut = false;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    const peer = { host: '127.0.0.2', port: port + 3 };
    const one = { rpcPort: port, peer: { host: '127.0.0.1', port: port + 1 } };
    const meets = [`--add-exclusive-node=${peer.host}:${peer.port}`];
    this.one = new MoneroNode('one', join(folder, 'one'), one, meets);
    const two = { rpcPort: port + 2, peer };
    this.two = new MoneroNode('two', join(folder, 'two'), two, ['--out-peers=0']);
  }

  /** Both with this many blocks of a third party, of one hash each. */
  static async start(blocks: number): Promise<MoneroNodes> {
    const folder = await mkdtemp(join(tmpdir(), 'openlode-monero-'));
    const nodes = new MoneroNodes(folder, await freePorts(4));
    await Promise.all([nodes.one.start(), nodes.two.start()]);
    await nodes.join();
    await nodes.mine(blocks);
    return nodes;
  }

  /** An address for the blocks of a pool: one of a wallet that was made for suites. */
  payoutAddress(): Promise<string> {
    return Promise.resolve(this.account.address);
  }

  async watchingWallet(): Promise<MoneroWallet | undefined> {
    if (!hasMoneroWallet) return undefined;
    this.#wallet ??= await MoneroWallet.start(this.one.url, this.account);
    return this.#wallet;
  }

  /** Their blocks have everything from the first one on. */
  async mineToPresent(): Promise<void> {
    await this.mine(1);
  }

  /** Starts both again, on the same blocks: the next ones take this many hashes. */
  async restartWith(difficulty: number): Promise<void> {
    await this.one.restartWith(difficulty);
    await this.two.restartWith(difficulty);
    await this.join();
  }

  /** Blocks of a third party, by node one; resolves once both have them. */
  async mine(blocks: number): Promise<void> {
    if (blocks > 0) await this.one.generate(blocks);
    await this.#meet('a block reaches the other node');
  }

  /** Cuts them apart: each goes on with blocks of its own. */
  async cut(): Promise<void> {
    this.#isCut = true;
    await this.#ban(true);
    for (const deadline = performance.now() + nodeReadyMs; performance.now() < deadline; await sleep(50)) {
      const peers = await Promise.all([this.one, this.two].map(peersOf));
      if (peers.every((count) => count === 0)) return;
    }
    throw new Error('the two nodes do not part');
  }

  /** Connects the two and waits until they are of one mind. */
  async join(): Promise<void> {
    await this.one.meetPeers();
    await this.two.meetPeers();
    if (this.#isCut) await this.#ban(false);
    this.#isCut = false;
    await this.#meet('the two nodes come together', () => this.#areInStep());
  }

  async close(): Promise<void> {
    await this.#wallet?.close();
    await Promise.all([this.one.signal('SIGKILL'), this.two.signal('SIGKILL')]);
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  async #ban(isBanned: boolean): Promise<void> {
    const { host } = this.two.peer;
    const ban = { host, ip: 0, ban: isBanned, seconds: isBanned ? bannedSeconds : 0 };
    await this.one.ask('set_bans', { bans: [ban] });
  }

  async #areInStep(): Promise<boolean> {
    const infos = await Promise.all([this.one.info(), this.two.info()]);
    const peers = await Promise.all([this.one, this.two].map(peersOf));
    return infos.every(({ synchronized }) => synchronized) && peers.every((count) => count > 0);
  }

  async #meet(hoped: string, areInStep?: () => Promise<boolean>): Promise<void> {
    const { one, two } = this;
    await syncBlocks({ one, two, hoped, tipOf, describe, ...(areInStep && { areInStep }) });
  }
}

async function tipOf(node: MoneroNode): Promise<Tip> {
  const { top_block_hash: hash, height } = await node.info();
  return { hash, height };
}

/** What a node says of its peers and its branches. */
async function describe(node: MoneroNode): Promise<unknown> {
  const { synchronized } = await node.info();
  const peers = await node.ask('get_connections');
  return { synchronized, peers, branches: await node.ask('get_alternate_chains') };
}

async function peersOf(node: MoneroNode): Promise<number> {
  const { incoming_connections_count: incoming, outgoing_connections_count: outgoing } = await node.info();
  return incoming + outgoing;
}
