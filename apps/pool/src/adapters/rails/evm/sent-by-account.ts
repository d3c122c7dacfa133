import { hexToBytes, keccak256 } from 'viem/utils';
import type { OutgoingTransaction } from '../../../domain/kernel/rail.ts';
import { UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import type { NodeTip } from '../ask-nodes.ts';
import { ask, askBlock, askTip, type EvmNode, transactionCount } from './evm-node.ts';
import { finalBlock, type Finality } from './final-block.ts';
import { findNumber, type NumberedTransaction } from './find-number.ts';
import { proofOf } from './payment-proof.ts';
import { hexText } from './quantities.ts';
import { readPayment } from './read-transaction.ts';
import { waitingOf } from './waiting-transactions.ts';

/** A node dates by its own clock. */
const clockMs = 15 * 60_000;
/** Transactions that are remembered of one node. */
const knownMax = 20_000;

export interface SentByAccountOptions {
  readonly network: string;
  readonly chainId: bigint;
  readonly account: string;
  /** When a transaction stays where it is. */
  readonly finality: Finality;
}

/**
 * What an account has sent, as one node has it in blocks and waiting for one. Of blocks its numbers are gone through from the newest back, each found in its block by the
 * state of blocks. What is deep enough is found once, and the rest as long as the node has the block that was the newest then: before each of a day's payments all that left
 * in the last minutes is asked for.
 */
export class SentByAccount {
  readonly #node: EvmNode;
  readonly #options: SentByAccountOptions;
  /** By number: what is deep enough to stay where it is. */
  readonly #deep = new Map<number, Sent>();
  /** By id, with 0x, which stands for the bytes: to say who has sent it takes milliseconds of computing. */
  readonly #read = new Map<string, ReadBytes>();
  /** Deep enough, and from before the moment that was last asked for: an account that sends nothing any more is not searched each time. */
  #before: NumberedTransaction | undefined;
  /** What is not as deep. Never changed but replaced: calls run side by side. */
  #recent: Recent | undefined;

  constructor(node: EvmNode, options: SentByAccountOptions) {
    this.#node = node;
    this.#options = options;
  }

  /**
   * Everything since a moment (ms), the oldest first.
   *
   * @throws UnreadableAnswer where the node does not answer, or has dropped the state of blocks since then
   */
  async since(
    since: number,
  ): Promise<{ readonly tip: NodeTip; readonly transactions: readonly OutgoingTransaction[] }> {
    const { chainId, account, finality } = this.#options;
    const { rpc } = this.#node;
    const tip = await askTip(rpc, chainId);
    const { hash } = await askBlock(rpc, tip.height);
    const recent = await this.#recentOn(tip.height);
    const final = await finalBlock(rpc, finality, tip.height);
    const isDeep = ({ block }: Sent): boolean => block <= final;
    const sent: Sent[] = [];
    const fresh = new Map<number, NumberedTransaction>();
    let until = tip.height;
    let last = this.#before;
    const next = await transactionCount(rpc, account, until);
    for (let number = next - 1; number >= 0; number -= 1) {
      const known = this.#deep.get(number) ?? recent.get(number) ?? fresh.get(number);
      const before = this.#before?.nonce === number ? this.#before : undefined;
      const found = known ?? before ?? (await this.#find(number, until, fresh));
      if (found.at < since - clockMs) {
        if ('nonce' in found && found.block <= final) last = found;
        break;
      }
      sent.push('outgoing' in found ? found : await this.#sent(found));
      until = found.block;
    }
    // What was read while the branch changed may be of both.
    if ((await askBlock(rpc, tip.height)).hash !== hash)
      throw new UnreadableAnswer('its branch has changed meanwhile');
    this.#before = last;
    for (const each of sent) if (isDeep(each)) this.#keep(each);
    const young = [...recent.values(), ...sent].filter((each) => !isDeep(each));
    this.#recent = { height: tip.height, hash, sent: new Map(young.map((each) => [each.number, each])) };
    const known = new Set(sent.map(({ outgoing }) => outgoing.txid));
    const waiting = (await this.#waiting(tip.height, next)).filter(({ txid }) => !known.has(txid));
    return { tip, transactions: [...sent.toReversed().map(({ outgoing }) => outgoing), ...waiting] };
  }

  /** By number, what the node had in blocks that it still has: the newest of them stands for those before it. */
  async #recentOn(height: number): Promise<ReadonlyMap<number, Sent>> {
    const recent = this.#recent;
    if (recent === undefined || recent.height > height) return new Map();
    const { hash } = await askBlock(this.#node.rpc, recent.height);
    return hash === recent.hash ? recent.sent : new Map();
  }

  #keep(sent: Sent): void {
    if (this.#deep.size >= knownMax) this.#deep.clear();
    this.#deep.set(sent.number, sent);
  }

  /** Puts all of a block beside it: a busy account has several in one. */
  async #find(
    number: number,
    until: number,
    fresh: Map<number, NumberedTransaction>,
  ): Promise<NumberedTransaction> {
    const { found, all } = await findNumber(this.#node.rpc, this.#options.account, number, until);
    for (const each of all) fresh.set(each.nonce, each);
    return found;
  }

  /** What waits for a block, dated by the newest one. */
  async #waiting(height: number, next: number): Promise<readonly OutgoingTransaction[]> {
    const { rpc } = this.#node;
    const listed = await waitingOf(rpc, this.#options.account, next);
    if (listed.length === 0) return [];
    const { at } = await askBlock(rpc, height);
    const waiting: OutgoingTransaction[] = [];
    for (const { txid, nonce } of listed) {
      const read = await this.#readOnce(txid, nonce);
      // Another one has taken its place meanwhile.
      if (read !== undefined)
        waiting.push({ network: this.#options.network, txid, label: undefined, at, ...read });
    }
    return waiting;
  }

  /** Undefined where the node has none. */
  async #readOnce(txid: string, nonce: number): Promise<ReadBytes | undefined> {
    const known = this.#read.get(txid);
    if (known !== undefined) return known;
    const raw = await ask(this.#node.rpc, 'eth_getRawTransactionByHash', [txid]);
    if (raw === null) return undefined;
    const bytes = hexToBytes(hexText({ raw }, 'raw'));
    if (keccak256(bytes) !== txid) throw new UnreadableAnswer(`it gives another transaction for ${txid}`);
    const { account } = this.#options;
    const payment = await readPayment(bytes);
    // Of what is no payment the number alone counts, which is the node's word.
    if (payment === undefined) {
      const nothing = { token: undefined, payee: account, units: 0n, nonce: BigInt(nonce) };
      return { bytes, proof: proofOf({ ...nothing, account }) };
    }
    if (payment.nonce !== BigInt(nonce))
      throw new UnreadableAnswer(
        `it lists ${txid} under number ${nonce}, and its bytes say ${payment.nonce}`,
      );
    const read = { bytes, proof: proofOf({ ...payment, account }) };
    if (this.#read.size >= knownMax) this.#read.clear();
    this.#read.set(txid, read);
    return read;
  }

  async #sent({ txid, nonce, block, at }: NumberedTransaction): Promise<Sent> {
    const read = await this.#readOnce(txid, nonce);
    if (read === undefined) throw new UnreadableAnswer(`it has ${txid} in block ${block} and no bytes of it`);
    const { network } = this.#options;
    return { number: nonce, block, at, outgoing: { network, txid, label: undefined, at, ...read } };
  }
}

type ReadBytes = Pick<OutgoingTransaction, 'bytes' | 'proof'>;

interface Sent extends Pick<NumberedTransaction, 'block' | 'at'> {
  readonly number: number;
  readonly outgoing: OutgoingTransaction;
}

interface Recent {
  /** The newest block of the node when it was read. */
  readonly height: number;
  readonly hash: string;
  /** By number. */
  readonly sent: ReadonlyMap<number, Sent>;
}
