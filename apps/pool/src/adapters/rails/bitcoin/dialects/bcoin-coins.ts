import { type Fields, fieldsOf, list, wholeNumber } from '../../../chains/nodes/node-answers.ts';
import type { NodeRpc } from '../../../chains/nodes/node-rpc.ts';
import type { RpcOutcome } from '../../../chains/nodes/rpc-answer.ts';
import { type Ask, result } from './translate.ts';

/** One list serves a whole look at the coins of a payment: with thousands of them it is long. */
const listMs = 2000;
const knownMax = 20_000;
const mostConfirmations = 9_999_999;

/** The coins that a wallet of bcoin lists, those that wait among them, and without a word about what is a reward. */
export class BcoinCoins {
  readonly #ask: Ask;
  readonly #rpc: NodeRpc;
  readonly #maturity: number;
  /** By transaction: that never changes. */
  readonly #isReward = new Map<unknown, boolean>();
  #listed: { readonly at: number; readonly outcome: Promise<RpcOutcome> } | undefined;

  constructor(ask: Ask, rpc: NodeRpc, maturity: number) {
    this.#ask = ask;
    this.#rpc = rpc;
    this.#maturity = maturity;
  }

  /** Those under at least this number of blocks, without rewards that cannot be spent yet. */
  async mature(least: number): Promise<RpcOutcome> {
    // What is listed for a payment is not of before the last one.
    this.#listed = undefined;
    const listed = await this.#list();
    if (listed.kind !== 'result') return listed;
    const mature: Fields[] = [];
    for (const coin of coinsIn(listed)) {
      const depth = wholeNumber(coin, 'confirmations');
      if (depth < least) continue;
      const isReward = depth > this.#maturity ? false : await this.#rewardIn(coin);
      if (typeof isReward !== 'boolean') return isReward;
      if (!isReward) mature.push(coin);
    }
    return result(mature);
  }

  /** Whether it lists a coin: not where something that waits spends it. The outcome of a call where it does not answer. */
  async has(txid: unknown, output: unknown): Promise<boolean | RpcOutcome> {
    const listed = await this.#list();
    if (listed.kind !== 'result') return listed;
    return coinsIn(listed).some((coin) => coin['txid'] === txid && coin['vout'] === output);
  }

  #list(): Promise<RpcOutcome> {
    const now = performance.now();
    if (this.#listed === undefined || now - this.#listed.at > listMs)
      this.#listed = { at: now, outcome: this.#inStep() };
    return this.#listed.outcome;
  }

  /** A wallet that is behind its node, or searches its blocks again, counts other confirmations than the node. */
  async #inStep(): Promise<RpcOutcome> {
    const listed = await this.#ask('listunspent', [0, mostConfirmations]);
    if (listed.kind !== 'result') return listed;
    const deep = coinsIn(listed).find((coin) => wholeNumber(coin, 'confirmations') > 0);
    if (deep === undefined) return listed;
    const known = await this.#rpc.call('gettxout', [deep['txid'], deep['vout'], false]);
    if (known.kind !== 'result') return known;
    const depth = known.value === null ? 0 : fieldsOf(known.value, 'gettxout')['confirmations'];
    return depth === deep['confirmations']
      ? listed
      : { kind: 'unanswered', why: 'its wallet is behind its node, or searches the chain' };
  }

  async #rewardIn(coin: Fields): Promise<boolean | RpcOutcome> {
    const before = this.#isReward.get(coin['txid']);
    if (before !== undefined) return before;
    const known = await this.#rpc.call('gettxout', [coin['txid'], coin['vout'], true]);
    if (known.kind !== 'result') return known;
    // Gone with its branch meanwhile: as good as none.
    if (known.value === null) return true;
    const isReward = fieldsOf(known.value, 'gettxout')['coinbase'] !== false;
    if (this.#isReward.size >= knownMax) this.#isReward.clear();
    this.#isReward.set(coin['txid'], isReward);
    return isReward;
  }
}

function coinsIn({ value }: Extract<RpcOutcome, { kind: 'result' }>): readonly Fields[] {
  return list({ coins: value }, 'coins').map((each) => fieldsOf(each, 'a coin'));
}
