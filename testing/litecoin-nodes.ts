import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from './free-port.ts';
import { bitcoinTip, describeBitcoin, syncBlocks } from './sync-blocks.ts';
import { NodeProcess } from './node-process.ts';
import { askNode, hasBlock, type TestNetwork, type TestNode } from './test-network.ts';

/** Whether this machine has Litecoin's node; suites that need one are skipped without it. */
export const hasLitecoind = spawnSync('litecoind', ['--version']).status === 0;

/** Litecoin blocks from this height on have an extension block (MWEB) on a test network. */
export const firstExtensionHeight = 432;

/** One litecoind on a test network of its own, or on the main one without peers, asked over HTTP. */
export class LitecoinNode implements TestNode {
  readonly name: string;
  readonly network: 'regtest' | 'main';
  readonly rpcPort: number;
  readonly peerPort: number;
  /** Of its command line from its next start on, beside those of all suites. */
  options: Readonly<Record<string, string | number>> = {};
  readonly #folder: string;
  readonly #process = new NodeProcess('litecoind');

  constructor(name: string, folder: string, firstPort: number, network: LitecoinNode['network'] = 'regtest') {
    this.name = name;
    this.network = network;
    this.#folder = folder;
    this.rpcPort = firstPort;
    this.peerPort = firstPort + 1;
  }

  get url(): string {
    return `http://127.0.0.1:${this.rpcPort}`;
  }

  /** A new one at each start of the node. */
  get loginFile(): string {
    return join(this.#folder, this.network === 'main' ? '.cookie' : 'regtest/.cookie');
  }

  async start(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const options = {
      datadir: this.#folder,
      port: this.peerPort,
      rpcport: this.rpcPort,
      rpcbind: '127.0.0.1',
      rpcallowip: '127.0.0.1',
      listenonion: 0,
      dnsseed: 0,
      discover: 0,
      fallbackfee: '0.0001',
      // Few blocks: what suites write is small, and so is what the node keeps for itself.
      dbcache: 8,
      maxmempool: 8,
      checklevel: 0,
      ...(this.network === 'main' ? { connect: 0, listen: 0 } : { bind: `127.0.0.1:${this.peerPort}` }),
      ...this.options,
    };
    const given = Object.entries(options).map(([name, value]) => `-${name}=${value}`);
    await this.#process.start(
      spawn('litecoind', [`-chain=${this.network}`, ...given], { stdio: 'ignore' }),
      async () => {
        await this.ask('getblockcount');
        return true;
      },
    );
  }

  async ask<T = unknown>(method: string, ...params: readonly unknown[]): Promise<T> {
    return askNode<T>(this.url, await readFile(this.loginFile, 'utf8'), method, params);
  }

  async generate(blocks: number): Promise<void> {
    await this.ask('generatetodescriptor', blocks, 'raw(51)');
  }

  hasBlock(hash: string): Promise<boolean> {
    return hasBlock(this, hash);
  }

  signal(signal: Parameters<TestNode['signal']>[0]): Promise<void> {
    return this.#process.signal(signal);
  }
}

/** Two litecoinds that are each other's only peer: one by itself gives no work. */
export class LitecoinNodes implements TestNetwork {
  readonly coin = 'LTC';
  readonly algorithm = 'scrypt';
  readonly one: LitecoinNode;
  readonly two: LitecoinNode;
  readonly #folder: string;

  private constructor(folder: string, firstPort: number) {
    this.#folder = folder;
    this.one = new LitecoinNode('one', join(folder, 'one'), firstPort);
    this.two = new LitecoinNode('two', join(folder, 'two'), firstPort + 2);
  }

  /** Both with this many blocks, which pay no address of the suite. `options`: of their command lines, beside those of all suites. */
  static async start(blocks: number, options: LitecoinNode['options'] = {}): Promise<LitecoinNodes> {
    const folder = await mkdtemp(join(tmpdir(), 'openlode-litecoin-'));
    const nodes = new LitecoinNodes(folder, await freePorts(4));
    for (const node of [nodes.one, nodes.two]) node.options = options;
    await Promise.all([nodes.one.start(), nodes.two.start()]);
    await nodes.join();
    await nodes.mine(blocks);
    return nodes;
  }

  async payoutAddress(): Promise<string> {
    await this.one.ask('createwallet', 'pool').catch(() => undefined);
    return this.one.ask<string>('getnewaddress', '', 'bech32');
  }

  /** To extension blocks (MWEB): the first one can only be built while a peg-in waits. Node one gets a wallet. */
  async mineToPresent(): Promise<void> {
    await this.one.ask('createwallet', 'pool').catch(() => undefined);
    const own = await this.one.ask('getnewaddress');
    await this.one.ask('generatetoaddress', 1, own);
    await this.mine(firstExtensionHeight - 1 - (await this.one.ask<number>('getblockcount')));
    await this.one.ask('sendtoaddress', await this.one.ask('getnewaddress', '', 'mweb'), 5);
    await this.mine(2);
  }

  async join(): Promise<void> {
    await this.two.ask('setnetworkactive', true);
    await this.one.ask('setnetworkactive', true);
    await this.#meet('the two nodes come together', async () => {
      if ((await this.one.ask<number>('getconnectioncount')) > 0) return;
      await this.one.ask('addnode', `127.0.0.1:${this.two.peerPort}`, 'onetry').catch(() => undefined);
    });
  }

  async #meet(hoped: string, connect?: () => Promise<void>): Promise<void> {
    const { one, two } = this;
    const said = { hoped, tipOf: bitcoinTip, describe: describeBitcoin };
    await syncBlocks({ one, two, ...said, ...(connect && { connect }) });
  }

  async cut(): Promise<void> {
    await this.one.ask('setnetworkactive', false);
    await this.two.ask('setnetworkactive', false);
  }

  async mine(blocks: number): Promise<void> {
    if (blocks > 0) await this.one.generate(blocks);
    await this.#meet('a block reaches the other node');
  }

  async close(): Promise<void> {
    await Promise.all([this.one.signal('SIGKILL'), this.two.signal('SIGKILL')]);
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
