import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from './free-port.ts';
import { bitcoinTip, describeBitcoin, syncBlocks } from './sync-blocks.ts';
import { NodeProcess } from './node-process.ts';
import {
  areOfOneMind,
  askNode,
  hasBlock,
  nodeReadyMs,
  type Reached,
  type TestNetwork,
  type TestNode,
} from './test-network.ts';

const program = join(import.meta.dirname, 'bcoin/node_modules/bcoin/bin/node');
const harder = join(import.meta.dirname, 'bcoin-harder.cjs');

/** Whether bcoin, Bitcoin's node in JavaScript, is installed for suites; those that need one are skipped without it. */
export const hasBcoin = existsSync(program);
export const bcoinMissing = 'bcoin is not installed: npm ci --prefix testing/bcoin';

/** Blocks of bcoin's test network have witnesses from this height on. */
export const firstWitnessHeight = 432;

/** Blocks that are mined before the other node has them all. */
const atOnce = 20;

/** A third party; `rb` is what bcoin writes where Bitcoin Core writes `bcrt`. */
const thirdParty = 'rb1qw508d6qejxtdg4y5r3zarvary0c5xw7k38f4sn';
const own = 'RKxTdfmtxtfLDKZBgx6SvNkBtNu9jRYnLh';
/** bcoin makes no wallet without keys but of a public one; nothing is paid to addresses of this one (vector 1 of BIP 32, m/44'/1'/0'). */
const unusedAccount =
  'rpubKBBZAGrH28ou77xjwpJ2GqBQhwJZ4tHCv6eBpWZVLSUbZEkQwD1kUaLvjcy69FhWe9Sp5Hq4JMbyKHEMZZV2Lf2jiKrHKoTYiqJUbK18vmeM';

/** One bcoin on a test network of its own. */
export class BcoinNode implements TestNode {
  readonly name: string;
  readonly rpcPort: number;
  readonly peerPort: number;
  readonly #folder: string;
  readonly #walletPort: number | undefined;
  /** The target of its blocks in the form of a header (`1e010000`), where it is not that of bcoin's test network. */
  readonly bits: string | undefined;
  readonly #process = new NodeProcess('bcoin');
  readonly #watched = new Map<string, readonly string[]>();

  /** @param walletPort where its wallets answer; it has none without */
  constructor(
    name: string,
    folder: string,
    firstPort: number,
    { walletPort, bits }: { readonly walletPort?: number; readonly bits?: string } = {},
  ) {
    this.name = name;
    this.bits = bits;
    this.#folder = folder;
    this.rpcPort = firstPort;
    this.peerPort = firstPort + 1;
    this.#walletPort = walletPort;
  }

  get url(): string {
    return `http://127.0.0.1:${this.rpcPort}`;
  }

  /** Undefined where it has no wallets. */
  get walletUrl(): string | undefined {
    return this.#walletPort === undefined ? undefined : `http://127.0.0.1:${this.#walletPort}`;
  }

  get loginFile(): string {
    return join(this.#folder, 'login');
  }

  async start(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await writeFile(this.loginFile, this.#login);
    const options = {
      prefix: this.#folder,
      'http-port': this.rpcPort,
      port: this.peerPort,
      host: '127.0.0.1',
      'api-key': this.name,
      // With the leveldown that installs without a compiler a wallet on disk lists nothing, and finds nothing in blocks that are there before it:
      // it forgets everything with its node, which takes the blocks from the other one again.
      memory: this.#walletPort !== undefined,
      workers: false,
      'log-file': false,
      'log-console': false,
      ...(this.#walletPort === undefined
        ? { 'no-wallet': true }
        : {
            'wallet-http-port': this.#walletPort,
            'wallet-http-host': '127.0.0.1',
            'wallet-memory': true,
            'index-tx': true,
          }),
      // Without this it looks for peers by itself; there are none.
      only: '127.0.0.1:1',
      'max-outbound': 1,
    };
    const given = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
    // Without the network in its environment it takes addresses for those of the main network.
    const env = {
      ...process.env,
      NODE_BACKEND: 'js',
      BCOIN_NETWORK: 'regtest',
      ...(this.bits !== undefined && { NODE_OPTIONS: `--require=${harder}`, BCOIN_BITS: this.bits }),
    };
    await this.#process.start(
      spawn(process.execPath, [program, ...given], { stdio: 'ignore', env }),
      async () => (await this.ask<{ networkactive: boolean }>('getnetworkinfo')).networkactive,
    );
    // Before the blocks come: its wallets hear of each then.
    for (const [wallet, addresses] of this.#watched) await this.watch(wallet, addresses);
  }

  get #login(): string {
    return `x:${this.name}`;
  }

  ask<T = unknown>(method: string, ...params: readonly unknown[]): Promise<T> {
    return askNode<T>(this.url, this.#login, method, params);
  }

  async generate(blocks: number, address = thirdParty): Promise<void> {
    await this.ask('generatetoaddress', blocks, address);
  }

  /** Makes a wallet without keys of these addresses, which hears of what they get from now on, and in a next life of the node from the first block on. */
  async watch(wallet: string, addresses: readonly string[]): Promise<void> {
    this.#watched.set(wallet, addresses);
    const made = await fetch(`${this.#walletsAt()}/wallet/${wallet}`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(this.#login).toString('base64')}`,
      },
      body: JSON.stringify({ watchOnly: true, accountKey: unusedAccount }),
    });
    if (!made.ok) throw new Error(`no wallet is made: ${await made.text()}`);
    await this.askWallet('selectwallet', wallet);
    for (const address of addresses) await this.askWallet('importaddress', address);
  }

  askWallet<T = unknown>(method: string, ...params: readonly unknown[]): Promise<T> {
    return askNode<T>(this.#walletsAt(), this.#login, method, params);
  }

  #walletsAt(): string {
    if (this.walletUrl === undefined) throw new Error(`${this.name} was started without wallets`);
    return this.walletUrl;
  }

  hasBlock(hash: string): Promise<boolean> {
    return hasBlock(this, hash);
  }

  signal(signal: Parameters<TestNode['signal']>[0]): Promise<void> {
    return this.#process.signal(signal);
  }
}

interface BcoinOptions {
  readonly wallets?: boolean;
  /** As `BcoinNode` has it. */
  readonly bits?: string;
}

/** Two bcoins that are each other's only peer. */
export class BcoinNodes implements TestNetwork {
  readonly coin = 'BTC';
  readonly algorithm = 'sha256';
  readonly one: BcoinNode;
  readonly two: BcoinNode;
  readonly #folder: string;

  private constructor(folder: string, firstPort: number, { wallets, bits }: BcoinOptions) {
    this.#folder = folder;
    const of = (wallet: number) => ({
      ...(wallets === true && { walletPort: firstPort + wallet }),
      ...(bits !== undefined && { bits }),
    });
    this.one = new BcoinNode('one', join(folder, 'one'), firstPort, of(4));
    this.two = new BcoinNode('two', join(folder, 'two'), firstPort + 2, of(5));
  }

  /** Both with this many blocks, which pay no address of the suite. */
  static async start(blocks: number, options: BcoinOptions = {}): Promise<BcoinNodes> {
    const folder = await mkdtemp(join(tmpdir(), 'openlode-bcoin-'));
    const nodes = new BcoinNodes(folder, await freePorts(options.wallets === true ? 6 : 4), options);
    await Promise.all([nodes.one.start(), nodes.two.start()]);
    await nodes.join();
    await nodes.mine(blocks);
    return nodes;
  }

  /** With where their wallets answer, if they have some. */
  get reached(): readonly Reached[] {
    return [this.one, this.two].map(({ name, url, loginFile, walletUrl }) => ({
      name,
      url,
      loginFile,
      ...(walletUrl !== undefined && { walletUrl }),
    }));
  }

  async payoutAddress(): Promise<string> {
    return own;
  }

  /** To blocks with witnesses. */
  async mineToPresent(): Promise<void> {
    await this.mine(firstWitnessHeight + 1 - (await this.one.ask<number>('getblockcount')));
  }

  async join(): Promise<void> {
    const { one, two } = this;
    await syncBlocks({
      one,
      two,
      hoped: 'the two nodes come together',
      tipOf: bitcoinTip,
      describe: describeBitcoin,
      // Each catches up with the one that it has called itself.
      connect: async () => {
        await Promise.all([this.#call(one, two), this.#call(two, one)]);
      },
    });
  }

  async #call(from: BcoinNode, to: BcoinNode): Promise<void> {
    await from.ask('addnode', `127.0.0.1:${to.peerPort}`, 'onetry');
  }

  async cut(): Promise<void> {
    await this.one.ask('disconnectnode', `127.0.0.1:${this.two.peerPort}`);
    await this.two.ask('disconnectnode', `127.0.0.1:${this.one.peerPort}`);
    for (const deadline = performance.now() + nodeReadyMs; performance.now() < deadline; await sleep(50))
      if ((await this.one.ask('getconnectioncount')) === 0) return;
    throw new Error('the two nodes do not part');
  }

  /** A few at a time: of many announcements at once bcoin drops some, and asks for those blocks no more. */
  async mine(blocks: number): Promise<void> {
    for (let rest = blocks; rest > 0; rest -= atOnce) {
      await this.one.generate(Math.min(rest, atOnce));
      await this.#settle();
    }
    await this.#settle();
  }

  /** Waits until both are of one mind; connects them again where they do not come to it. */
  async #settle(): Promise<void> {
    for (const deadline = performance.now() + nodeReadyMs; performance.now() < deadline; ) {
      for (const soon = performance.now() + 5000; performance.now() < soon; await sleep(20))
        if (await areOfOneMind(this)) return;
      await this.cut();
      await this.join();
    }
    throw new Error('a block does not reach the other node');
  }

  async close(): Promise<void> {
    await Promise.all([this.one.signal('SIGKILL'), this.two.signal('SIGKILL')]);
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
