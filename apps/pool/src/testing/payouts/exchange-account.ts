import { formatAmount } from '@openlode/money/amount';
import type {
  DepositAddress,
  ExchangeTransfer,
  ExchangeWithdrawal,
  PayingExchange,
  RequestOutcome,
} from '../../domain/kernel/exchange.ts';

/** What becomes of a request: whether it is taken now, later or never, and whether that is answered. */
export interface WithdrawalFate {
  readonly taken: 'now' | 'later' | 'never';
  readonly isAnswered: boolean;
}

/** An account at a stand-in for an exchange that pays one coin out, in memory. It pays twice what it is asked for twice. */
export class ExchangeAccount {
  total: bigint;
  fee: bigint;
  /** Whether its record has our ids. */
  keepsIds = false;
  fate: WithdrawalFate = { taken: 'now', isAnswered: true };
  registered: readonly DepositAddress[] | 'any' = 'any';
  /** It does not answer what only reads. */
  isSilent = false;
  /** Its record does not show the newest. */
  isBehind = false;
  records: ExchangeTransfer[] = [];
  /** Everything that it was asked for. */
  readonly asked: ExchangeWithdrawal[] = [];
  readonly #now: () => number;
  readonly #coin: string;
  #late: ExchangeWithdrawal[] = [];

  constructor(coin: string, { total, fee }: { total: bigint; fee: bigint }, now: () => number) {
    this.#coin = coin;
    this.total = total;
    this.fee = fee;
    this.#now = now;
  }

  exchange(): PayingExchange {
    const read = <T>(result: () => T): Promise<T> =>
      this.isSilent ? Promise.reject(new Error('no answer')) : Promise.resolve(result());
    return {
      name: 'kraken',
      validMs: 30_000,
      registered: () => read(() => this.registered),
      balances: () => read(() => new Map([[this.#coin, { total: this.total, available: this.total }]])),
      transfers: (kind, coin, since) =>
        read(() =>
          this.records
            .slice(0, this.isBehind ? -1 : undefined)
            .filter((each) => each.kind === kind && each.coin === coin && each.at >= since - 3_600_000),
        ),
      check: async ({ feeMax }) => {
        const why = this.isSilent ? 'no answer' : this.#tooDear(feeMax);
        if (why !== undefined) throw new Error(why);
      },
      withdraw: async (withdrawal) => this.#withdraw(withdrawal),
    };
  }

  /** Takes what it was asked for and did not take yet. */
  takeLate(): void {
    for (const each of this.#late.splice(0)) this.#take(each);
  }

  /** It sends what it has taken. */
  deliver(): void {
    this.records = this.records.map((each, at) =>
      each.state === 'pending' ? { ...each, state: 'done', txid: `chain-${at}` } : each,
    );
  }

  /** It gives up what it has taken; `isBack` where it has it again. */
  giveUp(isBack = true): void {
    this.records = this.records.map((each) => {
      if (each.state !== 'pending') return each;
      if (isBack) this.total += each.amount + each.fee;
      return { ...each, state: 'failed' };
    });
  }

  /** What it paid to an address and did not take back. */
  paidTo(address: string): bigint {
    return this.records.reduce(
      (sum, each) => (each.address === address && each.state !== 'failed' ? sum + each.amount : sum),
      0n,
    );
  }

  #tooDear(feeMax: bigint): string | undefined {
    return this.fee > feeMax
      ? `it costs ${formatAmount(this.fee)} ${this.#coin}, more than ${formatAmount(feeMax)}`
      : undefined;
  }

  #withdraw(withdrawal: ExchangeWithdrawal): RequestOutcome {
    const why = this.#tooDear(withdrawal.feeMax);
    if (why !== undefined) return { kind: 'not-sent', why };
    this.asked.push(withdrawal);
    const { taken, isAnswered } = this.fate;
    if (taken === 'later') this.#late.push(withdrawal);
    if (taken !== 'now') return { kind: 'unknown', why: isAnswered ? 'refused' : 'no answer' };
    const exchangeId = this.#take(withdrawal);
    return isAnswered ? { kind: 'accepted', exchangeId } : { kind: 'unknown', why: 'no answer' };
  }

  #take({ id, coin, address, amount }: ExchangeWithdrawal): string {
    const exchangeId = `R${this.records.length + 1}`;
    this.total -= amount + this.fee;
    this.records.push({
      kind: 'withdrawal',
      exchangeId,
      id: this.keepsIds ? id : undefined,
      coin,
      address,
      amount,
      fee: this.fee,
      state: 'pending',
      txid: undefined,
      at: this.#now(),
    });
    return exchangeId;
  }
}
