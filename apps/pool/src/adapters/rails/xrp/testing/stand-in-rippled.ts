import type { NodeRpc, Params } from '../../../chains/nodes/node-rpc.ts';
import type { RpcOutcome } from '../../../chains/nodes/rpc-answer.ts';
import type { XrpNode } from '../xrp-node.ts';
import { testNetworkId } from '../xrp-node.ts';
import {
  type Applied,
  baseFee,
  type ClosedLedger,
  reserveBase,
  reserveIncrement,
  type StandInAccount,
  type StandInLedger,
  type StandInTransaction,
} from './stand-in-ledger.ts';

/** What becomes of calls to a stand-in. */
export type CallFate = 'answered' | 'lost-before' | 'lost-after';

type Fields = Readonly<Record<string, unknown>>;

/** An error as a server writes it, within a result of status 200. */
class Refusal extends Error {
  readonly error: string;

  constructor(error: string, words: string) {
    super(words);
    this.error = error;
  }
}

const epochSeconds = 946_684_800;
const pageMax = 3;

/**
 * A stand-in for a server (rippled) over a stand-in of the ledger: the calls that the rail makes, in version 2 of the interface, as its documents
 * describe them, and its faults. No real server was asked.
 */
export class StandInRippled implements NodeRpc {
  readonly ledger: StandInLedger;
  /** Ledgers that it is behind. */
  lag = 0;
  /** The oldest ledger that it keeps. */
  keepsFrom = 1;
  /** Ledgers that it lacks in between. */
  gap: readonly [number, number] | undefined;
  serverState = 'full';
  networkId: number | undefined = testNetworkId;
  isAmendmentBlocked = false;
  /** Of each call; a suite loses some. */
  fate: (method: string) => CallFate = () => 'answered';
  /** Runs before and behind each call: a suite lets the calling process die there. */
  around: <T>(call: () => Promise<T>) => Promise<T> = (call) => call();
  /** It denies these transactions. */
  readonly hidden = new Set<string>();
  /** Calls that it was asked, by name. */
  readonly asked: string[] = [];

  constructor(ledger: StandInLedger) {
    this.ledger = ledger;
  }

  /** As the rail is given it. */
  named(name: string): XrpNode {
    return { name, rpc: this };
  }

  call(method: string, params: Params = []): Promise<RpcOutcome> {
    return this.around(async () => {
      this.asked.push(method);
      const fate = this.fate(method);
      if (fate === 'lost-before') return unanswered;
      const outcome = this.#answer(method, (params as readonly Fields[])[0] ?? {});
      return fate === 'lost-after' ? unanswered : outcome;
    });
  }

  close(): void {}

  #answer(method: string, params: Fields): RpcOutcome {
    try {
      // Through text, as over the wire.
      const result = JSON.parse(JSON.stringify(this.#run(method, params))) as Fields;
      return { kind: 'result', value: { ...result, status: 'success' } };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const value = { error: error.error, error_message: error.message, request: params, status: 'error' };
      return { kind: 'result', value };
    }
  }

  #run(method: string, params: Fields): Fields {
    switch (method) {
      case 'server_state':
        return { state: this.#state() };
      case 'fee':
        return { drops: this.#fees() };
      case 'account_info':
        return this.#accountInfo(params);
      case 'account_tx':
        return this.#accountTx(params);
      case 'tx':
        return this.#tx(params);
      case 'ledger':
        return this.#ledgerOf(params);
      case 'deposit_authorized':
        return this.#depositAuthorized(params);
      case 'submit':
        return this.#submit(params);
      default:
        throw new Refusal('unknownCmd', 'Unknown method.');
    }
  }

  get height(): number {
    return this.ledger.height - this.lag;
  }

  #state(): Fields {
    const complete =
      this.gap === undefined
        ? `${this.keepsFrom}-${this.height}`
        : `${this.keepsFrom}-${this.gap[0] - 1},${this.gap[1] + 1}-${this.height}`;
    return {
      server_state: this.serverState,
      complete_ledgers: complete,
      ...(this.networkId !== undefined && { network_id: this.networkId }),
      ...(this.isAmendmentBlocked && { amendment_blocked: true }),
      validated_ledger: {
        seq: this.height,
        base_fee: Number(baseFee),
        reserve_base: Number(reserveBase),
        reserve_inc: Number(reserveIncrement),
        close_time: secondsOf(this.#closed(this.height)),
        hash: 'AB'.repeat(32),
      },
    };
  }

  #fees(): Fields {
    const { openFee, loadFee } = this.ledger;
    return {
      base_fee: baseFee.toString(),
      median_fee: (baseFee * 500n).toString(),
      minimum_fee: loadFee.toString(),
      open_ledger_fee: openFee.toString(),
    };
  }

  #accountInfo({ account, ledger_index: on, queue }: Fields): Fields {
    const address = String(account);
    const found = on === 'current' ? this.#open(address) : this.#closed(this.height).accounts.get(address);
    if (found === undefined) throw new Refusal('actNotFound', 'Account not found.');
    const waits = [...this.ledger.waiting.values()].filter((each) => each.account === address);
    const queued = waits.filter(({ fee }) => fee < this.ledger.openFee);
    return {
      account_data: {
        Account: address,
        Balance: found.balance.toString(),
        Sequence: found.sequence,
        OwnerCount: found.ownerCount,
        Flags: found.flags,
        LedgerEntryType: 'AccountRoot',
      },
      ...(queue === true && { queue_data: { txn_count: queued.length } }),
      ...(on === 'current'
        ? { ledger_current_index: this.height + 1, validated: false }
        : { ledger_index: this.height, ledger_hash: 'AB'.repeat(32), validated: true }),
    };
  }

  /** A server that is behind has not more in its open ledger either. */
  #open(address: string): StandInAccount | undefined {
    return this.lag === 0 ? this.ledger.open(address) : this.#closed(this.height).accounts.get(address);
  }

  #accountTx(params: Fields): Fields {
    const { account, ledger_index_min: min, ledger_index_max: max, marker, forward } = params;
    const from = Number(min) < 0 ? this.#wholeFrom() : Number(min);
    const to = Number(max) < 0 ? this.height : Number(max);
    if (from < this.#wholeFrom() || to > this.height)
      throw new Refusal('lgrIdxMalformed', 'Ledger index malformed.');
    const all: unknown[] = [];
    for (let index = to; index >= from; index -= 1)
      for (const each of this.#closed(index).transactions.toReversed())
        if (each.account === account || each.json['Destination'] === account)
          if (!this.hidden.has(each.hash)) all.push(this.#listed(each, index));
    if (forward === true) all.reverse();
    const start = Number((marker as Fields | undefined)?.['seq'] ?? 0);
    const page = all.slice(start, start + pageMax);
    const isMore = start + pageMax < all.length;
    return {
      account,
      ledger_index_min: from,
      ledger_index_max: to,
      limit: pageMax,
      validated: true,
      transactions: page,
      ...(isMore && { marker: { ledger: to, seq: start + pageMax } }),
    };
  }

  /** A range is whole up to the newest ledger alone. */
  #wholeFrom(): number {
    return this.gap === undefined ? this.keepsFrom : this.gap[1] + 1;
  }

  #listed(each: Applied, index: number): Fields {
    return {
      hash: each.hash,
      ledger_index: index,
      validated: true,
      tx_json: jsonOf(each, this.#closed(index)),
      meta: metaOf(each),
    };
  }

  #tx({ transaction, binary }: Fields): Fields {
    const hash = String(transaction);
    if (this.hidden.has(hash)) throw new Refusal('txnNotFound', 'Transaction not found.');
    for (let index = this.height; index >= this.keepsFrom; index -= 1) {
      const found = this.#closed(index).transactions.find((each) => each.hash === hash);
      if (found === undefined || this.#lacks(index)) continue;
      if (binary === true)
        return { hash, tx_blob: found.blob, meta_blob: '', ledger_index: index, validated: true };
      return this.#listed(found, index);
    }
    const waiting = this.lag === 0 ? this.ledger.waiting.get(hash) : undefined;
    if (waiting === undefined) throw new Refusal('txnNotFound', 'Transaction not found.');
    return { hash, tx_json: { ...waiting.json }, validated: false };
  }

  #lacks(index: number): boolean {
    return this.gap !== undefined && this.gap[0] <= index && index <= this.gap[1];
  }

  #ledgerOf({ ledger_index: index }: Fields): Fields {
    if (Number(index) < this.keepsFrom || Number(index) > this.height || this.#lacks(Number(index)))
      throw new Refusal('lgrNotFound', 'ledgerNotFound');
    return {
      ledger: { close_time: secondsOf(this.#closed(Number(index))) },
      ledger_index: index,
      validated: true,
    };
  }

  #depositAuthorized({ source_account: source, destination_account: destination }: Fields): Fields {
    const payee = this.#closed(this.height).accounts.get(String(destination));
    if (payee === undefined) throw new Refusal('dstActNotFound', 'Destination account not found.');
    return { deposit_authorized: payee.authorised.has(String(source)), validated: true };
  }

  #submit({ tx_blob: blob }: Fields): Fields {
    let result: string;
    try {
      result = this.ledger.submit(String(blob));
    } catch {
      throw new Refusal('invalidTransaction', 'fails local checks');
    }
    return { engine_result: result, engine_result_message: 'As documented.', tx_blob: blob };
  }

  #closed(index: number): ClosedLedger {
    const found = this.ledger.ledger(index);
    if (found === undefined) throw new Refusal('lgrNotFound', 'ledgerNotFound');
    return found;
  }
}

const unanswered = { kind: 'unanswered', why: 'the connection was reset' } as const;

function secondsOf({ at }: Pick<ClosedLedger, 'at'>): number {
  return Math.floor(at / 1000) - epochSeconds;
}

/** What is asked for is called `DeliverMax` since version 2: it is not what arrives. */
function jsonOf({ json }: StandInTransaction, ledger: ClosedLedger): Fields {
  const { Amount, ...others } = json;
  return { ...others, ...(Amount !== undefined && { DeliverMax: Amount }), date: secondsOf(ledger) };
}

function metaOf({ result, delivered }: Applied): Fields {
  return {
    TransactionResult: result,
    TransactionIndex: 0,
    AffectedNodes: [],
    ...(delivered > 0n && { delivered_amount: delivered.toString() }),
  };
}
