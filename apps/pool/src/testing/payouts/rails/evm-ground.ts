import { toEip55 } from '@openlode/mining/eip55';
import { randomBytes } from 'node:crypto';
import {
  type AnvilNode,
  anvilAccounts,
  deployTokenData,
  tokenModes,
} from '../../../../../../testing/anvil-node.ts';
import { AnvilPair } from '../../../../../../testing/anvil-pair.ts';
import { type EvmKeySigner, evmKeySigner } from '../../../adapters/rails/evm/testing/key-signer.ts';
import { addressWord, callOf, numberWord } from '../../../adapters/rails/evm/testing/contract-words.ts';
import { transferData } from '../../../adapters/rails/evm/token-calls.ts';
import type { Truth } from '../compare-with-truth.ts';
import { confirmations, decimals, type EvmPlace, openEvmPlace } from './evm-place.ts';
import { replacingPoints } from './operator-points.ts';
import type { GroundNodes, OpenedRail, OpenRailOptions } from './ground.ts';
import { soundMood } from './unsure-node.ts';

const chainId = 31_337n;
const gwei = 10n ** 9n;
const coin = 10n ** 18n;
const perUnit = 10n ** BigInt(18 - decimals);
/** Of the operator: what is not the pool's any more. */
const cold = anvilAccounts[0];
/** The same, and nothing but sweeps goes there. */
const sweepTo = toEip55(`0x${'77'.repeat(20)}`);
/** `Transfer(address,address,uint256)`, read here without the pool's code. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** Code that makes a contract which undoes every call. */
const undoingContract = '0x600580600b6000396000f360006000fd';

/** Ether or a token on two anvils. */
export class EvmGround implements GroundNodes {
  readonly name: 'ether' | 'token';
  readonly network = 'ETH';
  readonly operatorPoints = replacingPoints;
  readonly moods = { one: soundMood(), two: soundMood() };
  readonly pair: AnvilPair;
  #signer: EvmKeySigner | undefined;
  #token: string | undefined;
  readonly #given = new Set<string>();
  #now = 0;

  private constructor(name: 'ether' | 'token', pair: AnvilPair) {
    this.name = name;
    this.pair = pair;
  }

  static async start(name: 'ether' | 'token', now: number): Promise<EvmGround> {
    return new EvmGround(name, await AnvilPair.start(now));
  }

  get coin(): string {
    return this.name === 'token' ? 'USDT' : 'ETH';
  }

  get each(): bigint {
    return this.name === 'token' ? 100n * coin : coin / 2n;
  }

  get signer(): EvmKeySigner {
    if (this.#signer === undefined) throw new Error('it has not begun');
    return this.#signer;
  }

  /** A token's fees would need own money of another coin. */
  get sweepTo(): string | undefined {
    return this.name === 'ether' ? sweepTo : undefined;
  }

  get account(): string {
    return this.signer.account;
  }

  get token(): string | undefined {
    return this.#token;
  }

  get nodes(): readonly AnvilNode[] {
    return [this.pair.one, this.pair.two];
  }

  get ownAddresses(): ReadonlySet<string> {
    return new Set([toEip55(this.account), toEip55(cold)]);
  }

  async begin(payees: number, now: number): Promise<void> {
    this.#now = now;
    await this.pair.reset();
    this.#signer = evmKeySigner(randomBytes(32).toString('hex'));
    this.#token = undefined;
    this.#given.clear();
    if (this.name === 'token') {
      const data = deployTokenData(decimals, tokenModes.honest, 10n ** 15n);
      const hash = await this.pair.send({ data });
      await this.pair.mine(1, now);
      this.#token = (await this.pair.one.mined(hash)).contractAddress;
    }
    await this.pair.mine(1, now);
    await this.fund(payees);
  }

  /** Brings so much that everything can be paid. */
  async fund(payees: number): Promise<void> {
    const value = this.name === 'token' ? coin : this.each * BigInt(payees) + coin;
    await this.pair.send({ to: this.account, value: `0x${value.toString(16)}` });
    if (this.#token !== undefined) {
      const data = transferData(this.account, (this.each / perUnit) * BigInt(payees));
      await this.pair.send({ to: this.#token, data });
    }
    await this.pair.mine(1, this.#now);
  }

  async payees(count: number): Promise<readonly string[]> {
    const made: string[] = [];
    for (let index = 0; index < count; index += 1) {
      if (this.name === 'ether' && randomBytes(1).readUInt8() < 24) {
        const hash = await this.pair.send({ data: undoingContract });
        await this.pair.mine(1, this.#now);
        made.push(toEip55((await this.pair.one.mined(hash)).contractAddress));
      } else made.push(newAddress());
    }
    // Of a branch that was given up another contract may have the same address.
    const payees = made.map((each) => (this.#given.has(each) ? newAddress() : each));
    for (const each of payees) this.#given.add(each);
    return payees;
  }

  place(): EvmPlace {
    const { one, two } = this.pair;
    return { kind: 'evm', urls: [one.url, two.url], account: this.account, token: this.#token };
  }

  open(options: OpenRailOptions): OpenedRail {
    return openEvmPlace(this.place(), this.signer, options);
  }

  async mine(blocks: number, now: number): Promise<void> {
    this.#now = Math.max(this.#now, now);
    await this.pair.mine(blocks, this.#now);
    if (this.pair.isApart && Math.floor(now / 1000) % 2 === 0) await this.pair.mineApart(blocks);
  }

  async heal(payees: number, now: number): Promise<void> {
    this.#now = Math.max(this.#now, now);
    await this.pair.join();
    await this.pair.one.ask('anvil_setNextBlockBaseFeePerGas', `0x${gwei.toString(16)}`);
    // What set it back before may have been in a branch that was given up.
    if (this.#token !== undefined) {
      await this.callToken('setMode(uint256)', numberWord(tokenModes.honest));
      await this.callToken('setBlocked(address,bool)', addressWord(this.account), numberWord(0n));
      await this.pair.mine(1, this.#now);
    }
    await this.fund(payees);
  }

  /** By whom the token was deployed. */
  async callToken(signature: string, ...words: readonly string[]): Promise<void> {
    await this.pair.send({ to: this.#token, data: callOf(signature, ...words) });
  }

  /** The bytes of a transaction of the pool's account that the pool knows nothing of: 0x and digits. */
  signOutside(to: string, value: bigint, nonce: number, price: bigint): string {
    const order = { payoutId: 0n, coin: this.coin, network: 'ETH', address: to, memo: '', amount: value };
    const fields = {
      chainId,
      account: this.account,
      nonce: BigInt(nonce),
      gas: 100_000n,
      price: { maxFeePerGas: price, maxPriorityFeePerGas: price },
    };
    return `0x${Buffer.from(this.signer.signed({ order, token: undefined, units: value, fields })).toString('hex')}`;
  }

  async undo(txid: string, now: number): Promise<void> {
    const { one } = this.pair;
    const sent = await one.ask<{ nonce: string; maxFeePerGas: string }>('eth_getTransactionByHash', txid);
    const { blockNumber } = await one.ask<{ blockNumber: string }>('eth_getTransactionReceipt', txid);
    const height = Number(await one.ask('eth_blockNumber'));
    await this.pair.rollBack(height - Number(blockNumber) + 1, false);
    // It waits again at both: what takes its place offers more.
    const raw = this.signOutside(this.account, 0n, Number(sent.nonce), BigInt(sent.maxFeePerGas) * 2n + gwei);
    for (const node of this.nodes) await node.ask('eth_sendRawTransaction', raw);
    await this.mine(confirmations, now);
  }

  async hasPaid(txid: string): Promise<boolean> {
    const receipt = await this.pair.one.ask<Receipt | null>('eth_getTransactionReceipt', txid);
    return receipt !== null && this.#paidBy(receipt) > 0n;
  }

  async truth(addresses: ReadonlySet<string>): Promise<Truth> {
    const [one, two] = await Promise.all(this.nodes.map((node) => this.#truthOf(node, addresses)));
    const print = (truth: Truth | undefined): string =>
      JSON.stringify(truth, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
    if (one === undefined || print(one) !== print(two)) throw new Error('the two nodes do not agree');
    return one;
  }

  async #truthOf(node: AnvilNode, addresses: ReadonlySet<string>): Promise<Truth> {
    const height = Number(await node.ask('eth_blockNumber'));
    const truth: Truth[number][] = [];
    for (let at = 1; at <= height; at += 1) {
      const { transactions } = await node.ask<{ transactions: readonly SentTransaction[] }>(
        'eth_getBlockByNumber',
        `0x${at.toString(16)}`,
        true,
      );
      for (const each of transactions) {
        if (each.from !== this.account) continue;
        const payee = toEip55(
          this.#token === undefined ? (each.to ?? cold) : `0x${each.input.slice(34, 74)}`.padEnd(42, '0'),
        );
        if (!addresses.has(payee)) continue;
        const receipt = await node.ask<Receipt>('eth_getTransactionReceipt', each.hash);
        const amount =
          this.#token === undefined
            ? receipt.status === '0x1'
              ? BigInt(each.value)
              : 0n
            : this.#paidBy(receipt) * perUnit;
        if (amount === 0n) continue;
        const output = { address: payee, memo: '', asset: this.coin, amount };
        truth.push({ label: '', txid: each.hash, outputs: [output] });
      }
    }
    return truth;
  }

  /** What has left the account with it, with what a token keeps of it: in units of the token. */
  #paidBy({ logs }: Receipt): bigint {
    return logs
      .filter(({ address, topics }) => address === this.#token && topics[0] === transferTopic)
      .filter(({ topics }) => `0x${topics[1]?.slice(-40)}` === this.account)
      .reduce((sum, { data }) => sum + BigInt(data), 0n);
  }

  async close(): Promise<void> {
    await this.pair.close();
  }
}

function newAddress(): string {
  return toEip55(`0x${randomBytes(20).toString('hex')}`);
}

interface SentTransaction {
  readonly hash: string;
  readonly from: string;
  readonly to: string | null;
  readonly value: string;
  readonly input: string;
}

interface Receipt {
  readonly status: string;
  readonly logs: readonly {
    readonly address: string;
    readonly topics: readonly string[];
    readonly data: string;
  }[];
}
