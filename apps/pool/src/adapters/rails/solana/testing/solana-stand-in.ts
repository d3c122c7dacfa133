import { base58 } from '@scure/base';
import type { ChainTransaction, SolanaChain } from './solana-chain.ts';
import type { SvmAccount } from '../../../../../../../testing/litesvm-library.ts';
import type { NodeRpc, Params } from '../../../chains/nodes/node-rpc.ts';
import type { RpcOutcome } from '../../../chains/nodes/rpc-answer.ts';

/** What a node does that it should not. */
export interface SolanaMood {
  /** It answers nothing. */
  isAway: boolean;
  /** It calls itself behind, and is, by this many slots. */
  behind: number;
  /** Bytes that it is handed reach no block, though it says that it has taken them. */
  drops: boolean;
  /** What it is handed is taken, and the answer is lost. */
  losesAnswers: boolean;
  /** It has dropped transactions of slots before this one. */
  historyFrom: number;
  /** It has lost these. */
  hides: ReadonlySet<string>;
  /** It answers this to one method, whatever is asked. */
  lies: ReadonlyMap<string, RpcOutcome>;
  /** What it says that others offer for a unit. */
  price: number;
}

/** A stand-in for a node: it answers as the documentation of the JSON-RPC says (solana.com/docs/rpc) over a chain that litesvm executes. It has never been held against a node. */
export class SolanaStandIn implements NodeRpc {
  readonly mood: SolanaMood = {
    isAway: false,
    behind: 0,
    drops: false,
    losesAnswers: false,
    historyFrom: 0,
    hides: new Set(),
    lies: new Map(),
    price: 0,
  };
  /** Every method that it was asked. */
  readonly asked: string[] = [];
  readonly #chain: SolanaChain;

  constructor(chain: SolanaChain) {
    this.#chain = chain;
  }

  async call(method: string, params: Params = []): Promise<RpcOutcome> {
    this.asked.push(method);
    if (this.mood.isAway) return { kind: 'unanswered', why: 'connection refused' };
    const lie = this.mood.lies.get(method);
    if (lie !== undefined) return lie;
    const outcome = this.#answer(method, params as readonly unknown[]);
    // As it comes over the wire.
    return outcome.kind === 'result'
      ? { kind: 'result', value: JSON.parse(JSON.stringify(outcome.value)) as unknown }
      : outcome;
  }

  close(): void {
    // Nothing is open.
  }

  #answer(method: string, params: readonly unknown[]): RpcOutcome {
    const [first, options] = params;
    const { commitment = 'finalized', minContextSlot = 0 } = (
      typeof first === 'object' && !Array.isArray(first) ? first : (options ?? {})
    ) as { readonly commitment?: string; readonly minContextSlot?: number };
    const slot = this.#slotAt(commitment);
    if (minContextSlot > slot)
      return { kind: 'refused', code: -32_016, why: 'Minimum context slot has not been reached' };
    const answer = (value: unknown): RpcOutcome => ({ kind: 'result', value });
    const withContext = (value: unknown): RpcOutcome => answer({ context: { slot }, value });
    switch (method) {
      case 'getGenesisHash':
        return answer(this.#chain.genesis);
      case 'getHealth':
        return this.mood.behind === 0
          ? answer('ok')
          : { kind: 'refused', code: -32_005, why: `Node is behind by ${this.mood.behind} slots` };
      case 'getSlot':
        return answer(slot);
      case 'getFirstAvailableBlock':
        return answer(this.mood.historyFrom);
      case 'getBlockTime':
        return answer(this.#chain.timeOf(Number(first)));
      case 'getMinimumBalanceForRentExemption':
        return answer(Number(this.#chain.leastKept(Number(first))));
      case 'getRecentPrioritizationFees':
        return answer([{ slot, prioritizationFee: this.mood.price }]);
      case 'getMultipleAccounts':
        return withContext((first as readonly string[]).map((address) => this.#account(address, slot)));
      case 'getSignatureStatuses':
        return withContext((first as readonly string[]).map((txid) => this.#status(txid)));
      case 'getTransaction':
        return answer(this.#transaction(String(first), slot));
      case 'getSignaturesForAddress':
        return answer(this.#listed(String(first), slot, options as Listing));
      case 'sendTransaction':
        return this.#send(String(first));
      default:
        return { kind: 'refused', code: -32_601, why: 'Method not found' };
    }
  }

  #slotAt(commitment: unknown): number {
    return Math.max(0, this.#chain.slotAt(commitment) - this.mood.behind);
  }

  #known(): readonly ChainTransaction[] {
    const newest = this.#slotAt('processed');
    const { historyFrom, hides } = this.mood;
    return this.#chain.executed.filter(
      ({ slot, txid }) => slot <= newest && slot >= historyFrom && !hides.has(txid),
    );
  }

  #account(address: string, slot: number): unknown {
    const account: SvmAccount | undefined = this.#chain.accountAt(address, slot);
    if (account === undefined || account.lamports === 0n) return null;
    return {
      lamports: Number(account.lamports),
      owner: account.programAddress,
      executable: account.executable,
      rentEpoch: 18_446_744_073_709_552_000,
      space: Number(account.space),
      data: [Buffer.from(account.data.subarray(0, 80)).toString('base64'), 'base64'],
    };
  }

  #status(txid: string): unknown {
    const found = this.#known().find((each) => each.txid === txid);
    if (found === undefined) return null;
    const isFinal = found.slot <= this.#slotAt('finalized');
    const confirmationStatus = isFinal
      ? 'finalized'
      : found.slot <= this.#slotAt('confirmed')
        ? 'confirmed'
        : 'processed';
    const confirmations = isFinal ? null : this.#slotAt('processed') - found.slot;
    return { slot: found.slot, confirmations, err: found.error, confirmationStatus };
  }

  #transaction(txid: string, slot: number): unknown {
    const found = this.#known().find((each) => each.txid === txid && each.slot <= slot);
    if (found === undefined) return null;
    const sum = (balances: readonly bigint[]): bigint => balances.reduce((all, each) => all + each, 0n);
    return {
      slot: found.slot,
      blockTime: found.time,
      version: 'legacy',
      transaction: [Buffer.from(found.bytes).toString('base64'), 'base64'],
      meta: {
        err: found.error,
        fee: Number(sum(found.before) - sum(found.after)),
        preBalances: found.before.map(Number),
        postBalances: found.after.map(Number),
        loadedAddresses: { writable: [], readonly: [] },
      },
    };
  }

  #listed(address: string, slot: number, { limit = 1000, before, until }: Listing): unknown {
    const all = this.#known().filter((each) => each.slot <= slot && each.keys.includes(address));
    const newest = all.toReversed();
    const end = until === undefined ? -1 : newest.findIndex(({ txid }) => txid === until);
    const from = before === undefined ? 0 : newest.findIndex(({ txid }) => txid === before) + 1;
    const to = end < 0 ? newest.length : end;
    return newest.slice(from, Math.min(from + limit, to)).map((each) => ({
      signature: each.txid,
      slot: each.slot,
      err: each.error,
      memo: null,
      blockTime: each.time,
      confirmationStatus: each.slot <= this.#slotAt('finalized') ? 'finalized' : 'confirmed',
    }));
  }

  #send(text: string): RpcOutcome {
    const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
    const error = this.#chain.tried(bytes);
    if (error !== undefined && error !== null)
      return {
        kind: 'refused',
        code: -32_002,
        why: `Transaction simulation failed: ${typeof error === 'number' ? `error ${error}` : 'Error processing Instruction'}`,
      };
    if (!this.mood.drops) this.#chain.take(bytes);
    if (this.mood.losesAnswers) return { kind: 'unanswered', why: 'no answer within 20 s' };
    return { kind: 'result', value: base58.encode(bytes.subarray(1, 65)) };
  }
}

interface Listing {
  readonly limit?: number;
  readonly before?: string;
  readonly until?: string;
}
