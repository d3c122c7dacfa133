import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { unitsPerSatoshi } from '@openlode/money/amount';
import { type LitecoinNode, LitecoinNodes } from '../../../../../../testing/litecoin-nodes.ts';
import { askNode } from '../../../../../../testing/test-network.ts';
import { readTransaction } from '../../../adapters/rails/bitcoin/read-transaction.ts';
import { type KeySigner, keySigner } from '../../../adapters/rails/bitcoin/testing/key-signer.ts';
import { spendAgain } from '../../../adapters/rails/bitcoin/testing/spend-again.ts';
import { openNodeRpc } from '../../../adapters/chains/nodes/node-rpc.ts';
import type { Truth } from '../compare-with-truth.ts';
import { cancellingPoints } from './operator-points.ts';
import { type LitecoinChain, litecoinChains, spell, toNew } from './litecoin-chains.ts';
import { confirmations, type LitecoinPlace, openLitecoinPlace } from './litecoin-place.ts';
import type { GroundNodes, OpenedRail, OpenRailOptions } from './ground.ts';
import { soundMood } from './unsure-node.ts';

/** Litecoin, or a coin at key hashes, on two litecoinds whose wallets watch. */
export class LitecoinGround implements GroundNodes {
  readonly name: LitecoinChain;
  readonly coin: string;
  readonly network: string;
  readonly each: bigint;
  readonly sweepTo: string;
  /** Of the operator. */
  readonly coldScript: Uint8Array;
  readonly operatorPoints = cancellingPoints;
  readonly moods = { one: soundMood(), two: soundMood() };
  readonly nodes: LitecoinNodes;
  #signer: KeySigner | undefined;
  #lives = 0;
  #began = 0;
  #now = 0;
  isApart = false;

  private constructor(nodes: LitecoinNodes, name: LitecoinChain) {
    const { facts, scriptOf, each } = litecoinChains[name];
    this.nodes = nodes;
    this.each = each;
    this.name = name;
    this.coin = facts.asset;
    this.network = facts.asset;
    this.coldScript = scriptOf(new Uint8Array(20).fill(9));
    // The operator's as well, and nothing but sweeps goes there.
    this.sweepTo = spell(name, scriptOf(new Uint8Array(20).fill(7)));
  }

  /** `options`: of the command lines of its nodes. */
  static async start(
    now: number,
    name: LitecoinChain = 'litecoin',
    options: LitecoinNode['options'] = {},
  ): Promise<LitecoinGround> {
    const nodes = await LitecoinNodes.start(1, { ...litecoinChains[name].options, ...options });
    const ground = new LitecoinGround(nodes, name);
    await ground.setTime(now);
    await nodes.one.ask('createwallet', 'pool', false, false, '', false, false, true);
    await nodes.one.ask('generatetoaddress', 160, await nodes.one.ask('getnewaddress'));
    await nodes.mine(101);
    return ground;
  }

  get signer(): KeySigner {
    if (this.#signer === undefined) throw new Error('it has not begun');
    return this.#signer;
  }

  get wallet(): string {
    return `life${this.#lives}`;
  }

  get both() {
    return [this.nodes.one, this.nodes.two] as const;
  }

  get ownAddresses(): ReadonlySet<string> {
    return new Set([this.signer.address, spell(this.name, this.coldScript)]);
  }

  /** Nodes go by the time of business. */
  async setTime(now: number): Promise<void> {
    this.#now = Math.max(this.#now, now);
    const at = Math.floor(this.#now / 1000);
    for (const node of this.both) {
      node.options = { ...node.options, mocktime: at };
      await node.ask('setmocktime', at);
    }
  }

  async begin(payees: number, now: number): Promise<void> {
    await this.setTime(now);
    const old = this.wallet;
    this.#lives += 1;
    this.#signer = keySigner(litecoinChains[this.name].facts.networks.regtest.addresses);
    for (const node of this.both) {
      if (this.#lives > 1) await node.ask('unloadwallet', old, false).catch(() => undefined);
      await node.ask('createwallet', this.wallet, true, true, '', false, false, true);
      const watched = { scriptPubKey: { address: this.signer.address }, timestamp: 'now', watchonly: true };
      await this.ofWallet(node.name, 'importmulti', [{ ...watched, label: 'pool' }], { rescan: false });
    }
    this.#began = await this.nodes.one.ask<number>('getblockcount');
    await this.fund(payees);
  }

  /** A call of this life's wallet on a node. */
  async ofWallet<T = unknown>(node: string, method: string, ...params: readonly unknown[]): Promise<T> {
    const { url, loginFile } = node === 'one' ? this.nodes.one : this.nodes.two;
    return askNode<T>(`${url}/wallet/${this.wallet}`, readFileSync(loginFile, 'utf8'), method, params);
  }

  /** Coins from elsewhere, of which everything can be paid. */
  async fund(payees: number): Promise<void> {
    const { one } = this.nodes;
    const bank = <T>(method: string, ...params: readonly unknown[]) =>
      askNode<T>(`${one.url}/wallet/pool`, readFileSync(one.loginFile, 'utf8'), method, params);
    // Of dearer coins the bank has not many.
    const isEnough = this.name !== 'litecoin' && (await this.#held()) >= BigInt(payees) * this.each;
    const coins = isEnough ? 0 : Math.max(4, payees / 3);
    for (let sent = 0; sent < coins; sent += 1)
      await bank('sendtoaddress', this.signer.address, litecoinChains[this.name].given);
    await this.nodes.mine(confirmations);
  }

  async #held(): Promise<bigint> {
    const coins = await this.ofWallet<readonly { readonly amount: number }[]>(
      'one',
      'listunspent',
      1,
      9_999_999,
      [],
      true,
    );
    return coins.reduce((sum, { amount }) => sum + BigInt(Math.round(amount * 1e8)) * unitsPerSatoshi, 0n);
  }

  async payees(count: number): Promise<readonly string[]> {
    const { scriptOf } = litecoinChains[this.name];
    return Array.from({ length: count }, () => spell(this.name, scriptOf(randomBytes(20))));
  }

  place(): LitecoinPlace {
    const nodes = this.both.map(({ name, url, loginFile }) => ({
      name: name === 'one' ? ('one' as const) : ('two' as const),
      url,
      loginFile,
    }));
    return { kind: 'litecoin', chain: this.name, nodes, wallet: this.wallet, address: this.signer.address };
  }

  open(options: OpenRailOptions): OpenedRail {
    return openLitecoinPlace(this.place(), this.signer, options);
  }

  async mine(blocks: number, now: number): Promise<void> {
    await this.setTime(now);
    // Each of them makes blocks: what only one has waiting comes into one, too.
    if (!this.isApart) {
      await (Math.floor(now / 1000) % 2 === 0 ? this.nodes.one : this.nodes.two).generate(blocks);
      return this.nodes.mine(0);
    }
    await this.nodes.one.generate(blocks);
    if (Math.floor(now / 1000) % 2 === 0) await this.nodes.two.generate(blocks);
  }

  async heal(payees: number, now: number): Promise<void> {
    await this.setTime(now);
    if (this.isApart) await this.join();
    for (const node of this.both) await this.ofWallet(node.name, 'lockunspent', true);
    await this.nodes.join();
    await this.fund(payees);
  }

  async join(): Promise<void> {
    await this.nodes.join();
    this.isApart = false;
  }

  async truth(addresses: ReadonlySet<string>): Promise<Truth> {
    const [one, two] = await Promise.all(this.both.map((node) => this.#truthOf(node, addresses)));
    const print = (truth: Truth | undefined): string =>
      JSON.stringify(truth, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
    if (one === undefined || print(one) !== print(two)) throw new Error('the two nodes do not agree');
    return one;
  }

  async #truthOf(node: LitecoinNodes['one'], addresses: ReadonlySet<string>): Promise<Truth> {
    const height = await node.ask<number>('getblockcount');
    const truth: Truth[number][] = [];
    for (let at = this.#began + 1; at <= height; at += 1) {
      const block = await this.#block(node, at);
      for (const each of block.tx)
        for (const { value, scriptPubKey } of each.vout) {
          const address = spell(this.name, bytesOf(scriptPubKey.hex));
          if (!addresses.has(address)) continue;
          const amount = BigInt(Math.round(value * 1e8)) * unitsPerSatoshi;
          const name = this.#nameOf(each);
          truth.push({ label: '', txid: name, outputs: [{ address, memo: '', asset: this.coin, amount }] });
        }
    }
    return truth;
  }

  async undo(name: string, now: number): Promise<void> {
    const { one } = this.nodes;
    const { height, coins } = await this.#blockOf(name);
    const given = await one.ask<string>('getblockhash', height);
    for (const node of this.both) await node.ask('invalidateblock', given);
    const raw = await this.spend(coins);
    await one.ask('generateblock', toNew(), [raw]);
    await this.nodes.mine(0);
    await this.mine(confirmations, now);
  }

  /** What another transaction of the pool's own key makes of these coins, with its outputs back to it, or to a script: hexadecimal digits. */
  async spend(coins: readonly SpentCoin[], to?: Uint8Array): Promise<string> {
    const { url, loginFile } = this.nodes.one;
    const rpc = openNodeRpc({
      url: new URL(`/wallet/${this.wallet}`, url),
      readLogin: () => readFileSync(loginFile, 'utf8'),
    });
    try {
      const proof = { coins: coins.map(({ txid, vout }) => `${txid}:${vout}`).join(' ') };
      return await spendAgain(this.signer, [{ name: 'one', rpc, wallet: rpc }], proof, to);
    } finally {
      rpc.close();
    }
  }

  /** In which block of this life node one has a transaction, and what it spends. */
  async #blockOf(name: string): Promise<{ readonly height: number; readonly coins: readonly SpentCoin[] }> {
    const { one } = this.nodes;
    const newest = await one.ask<number>('getblockcount');
    for (let height = newest; height > this.#began; height -= 1) {
      const { tx } = await this.#block(one, height);
      const found = tx.find((each) => this.#nameOf(each) === name);
      if (found !== undefined) return { height, coins: found.vin };
    }
    throw new Error(`no block has ${name}`);
  }

  async #block(node: LitecoinNodes['one'], at: number): Promise<{ readonly tx: readonly Sent[] }> {
    return node.ask('getblock', await node.ask<string>('getblockhash', at), 2);
  }

  /** Where anyone can give it another id, a payment is named by what it does. */
  #nameOf({ txid, hex }: Pick<Sent, 'txid' | 'hex'>): string {
    return this.name === 'key-hash' ? readTransaction(bytesOf(hex)).effect : txid;
  }

  close(): Promise<void> {
    return this.nodes.close();
  }
}

export interface SpentCoin {
  readonly txid: string;
  readonly vout: number;
}

interface Sent {
  readonly txid: string;
  readonly hex: string;
  /** Of a reward it names no coin. */
  readonly vin: readonly SpentCoin[];
  readonly vout: readonly { readonly value: number; readonly scriptPubKey: { readonly hex: string } }[];
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, 'hex'));
}
