import { parseAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { ArrivedOutput } from '../../domain/kernel/arrivals.ts';
import type {
  ExchangeTransfer,
  ExchangeWithdrawal,
  RequestOutcome,
  Withdrawer,
} from '../../domain/kernel/exchange.ts';
import { createTestContext } from '../../domain/testing/create-test-context.ts';
import { followTransfers } from '../../domain/treasury/transfers/follow-transfer.ts';
import { planTransfers } from '../../domain/treasury/transfers/plan-transfers.ts';
import { transferOnce, type TransferOutcome } from '../../domain/treasury/transfers/transfer-once.ts';
import { selectTransfers, type TransferRow } from '../../domain/treasury/transfers/transfer-rows.ts';
import type { Engine } from '../../runtime/database/testing/create-test-database.ts';
import { ownAddress } from '../../sandbox/testing/numbered-rail.ts';
import { TradingKit, TradingLife } from './trading-kit.ts';

/** What it takes for a withdrawal, of DOGE. */
const transferFee = parseAmount('2');

/** The pool of a `TradingKit` whose account also withdraws to the wallet; its nodes say what a suite lets them. */
export class TransferKit extends TradingKit {
  /** What it has let out. */
  let: ExchangeTransfer[] = [];
  /** Our ids of them, which its history does not name. */
  asked: ExchangeWithdrawal[] = [];
  /** Its answer otherwise. */
  outLies: Partial<Pick<Withdrawer['exchange'], 'withdraw' | 'transfers'>> = {};
  /** What transactions have paid to the wallet. */
  paid = new Map<string, bigint>();
  /** No transaction is deep enough. */
  isShallow = false;
  dayUsdMax = parseAmount('20000');

  override async begin(): Promise<void> {
    await super.begin();
    this.let = [];
    this.asked = [];
    this.outLies = {};
    this.paid = new Map();
    this.isShallow = false;
    this.dayUsdMax = parseAmount('20000');
  }

  /** 303 DOGE were bought; the wallet has 100, its target is 10 and miners are owed 400. */
  async bought(): Promise<void> {
    await this.converted();
    const run = await this.trade();
    if (run.stopped !== null) throw new Error(run.stopped);
    await this.look();
  }

  withdrawer(life = new TradingLife()): Withdrawer {
    return {
      listed: [{ coin: 'DOGE', network: 'DOGE', feeMax: parseAmount('3') }],
      exchange: {
        name: 'kraken',
        validMs: 30_000,
        balances: () => this.trader().balances(),
        withdraw: (withdrawal) =>
          life.around(async () =>
            this.outLies.withdraw ? this.outLies.withdraw(withdrawal) : this.#withdraw(withdrawal),
          ),
        transfers: (kind, coin, since) =>
          life.around(async () =>
            this.outLies.transfers ? this.outLies.transfers(kind, coin, since) : this.#list(since),
          ),
      },
    };
  }

  arrivals = {
    owns: async (): Promise<never> => {
      throw new Error('not asked here');
    },
    outputOf: async (): Promise<never> => {
      throw new Error('not asked here');
    },
    paidBy: async (_pair: unknown, txid: string): Promise<ArrivedOutput> => {
      const amount = this.paid.get(txid);
      if (amount !== undefined && this.isShallow)
        return { kind: 'not-arrived', why: 'it is 1 blocks deep', isHeld: true };
      return amount === undefined
        ? { kind: 'not-arrived', why: 'no wallet knows the transaction' }
        : { kind: 'arrived', amount };
    },
  };

  transfer(amount?: string, life = new TradingLife()): Promise<TransferOutcome> {
    return transferOnce(
      {
        ...this.context(),
        db: life.database(this.ctx.db),
        random: this.ctx.random,
        arrivals: this.arrivals,
        dayUsdMax: this.dayUsdMax,
        pause: async () => undefined,
      },
      this.withdrawer(life),
      { coin: 'DOGE', amount, reason: 'the wallet needs it' },
    );
  }

  planned(): ReturnType<typeof planTransfers> {
    return planTransfers(this.context(), this.withdrawer());
  }

  followTransfers(): Promise<void> {
    return followTransfers({ ...this.ctx, arrivals: this.arrivals }, this.withdrawer().exchange);
  }

  transfers(): Promise<TransferRow[]> {
    return selectTransfers(this.ctx.db, sql`ORDER BY number`);
  }

  /** It sends what it has let out: the transaction is deep enough at once. */
  deliver(): void {
    this.let = this.let.map((each, at) => {
      if (each.state !== 'pending') return each;
      const txid = `tx-${at}`;
      this.paid.set(txid, each.amount);
      this.held += each.amount;
      return { ...each, state: 'done', txid };
    });
  }

  /** It gives up what it has let out, and has it again. */
  giveUp(): void {
    this.let = this.let.map((each) => {
      if (each.state !== 'pending') return each;
      this.shift('DOGE', each.amount + each.fee);
      return { ...each, fee: 0n, state: 'failed' };
    });
  }

  #withdraw(withdrawal: ExchangeWithdrawal): RequestOutcome {
    const { isTaken, isAnswered } = this.fate;
    if (isTaken) this.takeOut(withdrawal);
    if (isTaken && isAnswered) return { kind: 'accepted', exchangeId: `R${this.let.length}` };
    return { kind: 'unknown', why: isAnswered ? 'refused' : 'no answer' };
  }

  takeOut(withdrawal: ExchangeWithdrawal): void {
    const { coin, address, amount } = withdrawal;
    this.asked.push(withdrawal);
    this.shift(coin, -amount - transferFee);
    this.let.push({
      kind: 'withdrawal',
      exchangeId: `R${this.let.length + 1}`,
      id: undefined,
      coin,
      address,
      amount,
      fee: transferFee,
      state: 'pending',
      txid: undefined,
      at: this.ctx.clock.now(),
    });
  }

  #list(since: number): readonly ExchangeTransfer[] {
    return this.let.filter(({ at }) => at >= since - 3_600_000);
  }
}

export const walletAddress = ownAddress;

export async function createTransferKit(engine: Engine): Promise<TransferKit> {
  return new TransferKit(await createTestContext(engine));
}
