import type { TradeCaps } from '@openlode/ledger/trade-question';
import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import { Unanswered } from '../../runtime/call-limit.ts';
import type { Engine } from '../../runtime/database/testing/create-test-database.ts';
import { decodeSandboxPayment } from '../../sandbox/rail/sandbox-payment.ts';
import { type NumberedRail, numberedRail } from '../../sandbox/testing/numbered-rail.ts';
import {
  advanceRounds,
  clearDecisions,
  coin,
  type PayingProcess,
  payingProcess,
  reserveFifty,
} from './payout-world.ts';
import type { WatchedExchange } from '../../domain/kernel/exchange.ts';
import type { PaymentOrder, Rail } from '../../domain/kernel/rail.ts';
import type { Wallet } from '../../domain/kernel/wallet.ts';
import type { WalletFloat } from '../../domain/kernel/wallet-float.ts';
import { storeLines, sweepLine } from '../../domain/payouts/check-journal.ts';
import { compareOutgoing, type Comparison } from '../../domain/payouts/compare-outgoing.ts';
import { strange, SweepRecords } from './sweep-records.ts';
import { clearTables } from '../../domain/testing/clear-tables.ts';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { adoptTransaction } from '../../domain/treasury/adopt-sweep.ts';
import { cancelSweep } from '../../domain/treasury/cancel-sweep.ts';
import { followSweeps } from '../../domain/treasury/follow-sweeps.ts';
import { type MoveRequest, moveFunds } from '../../domain/treasury/move-funds.ts';
import { readPositions } from '../../domain/treasury/read-positions.ts';
import { sweepExcess } from '../../domain/treasury/sweep-excess.ts';
import {
  type PlanOutcome,
  planSweep,
  type SweepOutcome,
  sweepFunds,
} from '../../domain/treasury/sweep-funds.ts';

const cold = 'DKYbJGQkQkGLYgPC9HDrwGiyNwrs5VEWTR';

/** A pool with 100 DOGE of its own in a wallet of 100, a target of 10 and a cold address, over a chain that a suite moves. */
export class SweepKit extends SweepRecords {
  readonly cold = cold;
  readonly coin = coin;
  chain: NumberedRail;
  process: PayingProcess;
  /** What the wallet says that it holds, and can spend. */
  held = 0n;
  spendable = 0n;
  /** The same of what its network takes fees of, where that is another coin. */
  feeHeld = 0n;
  feeSpendable = 0n;
  target = 0n;
  /** What the file names. */
  listedCold = cold;
  isSweptByItself = false;
  tradeCaps: TradeCaps | undefined;
  /** What the settings name. */
  exchanges: readonly WatchedExchange[] = [];
  /** What was said to be spent when the wallet was last asked what can be. */
  claimed: readonly string[] = [];
  #changes: { [Member in keyof Rail]?: Rail[Member] | undefined } = {};

  constructor(ctx: TestContext) {
    super(ctx);
    this.chain = numberedRail(ctx.clock);
    this.process = this.#open();
  }

  async begin(): Promise<void> {
    await clearDecisions(this.ctx);
    await clearTables(this.ctx.db, [
      'payout_coin_reservations',
      'ledger_entries',
      'ledger_links',
      'ledger_chains',
      'postings',
      'balances',
      `miners WHERE address = '${cold}'`,
    ]);
    this.chain = numberedRail(this.ctx.clock);
    this.held = 100n * coin;
    this.spendable = 1000n * coin;
    [this.feeHeld, this.feeSpendable] = [0n, 0n];
    this.target = 10n * coin;
    this.isSweptByItself = false;
    this.listedCold = cold;
    this.change({});
    this.reopen();
    await this.move('deposit', '100');
  }

  close(): Promise<void> {
    this.process.end();
    return this.ctx.close();
  }

  /** What its rail does otherwise; undefined for what it does not have. */
  change(changes: { [Member in keyof Rail]?: Rail[Member] | undefined }): void {
    this.#changes = changes;
  }

  /** What it does otherwise now. */
  changes(): { [Member in keyof Rail]?: Rail[Member] | undefined } {
    return this.#changes;
  }

  silentSigner(): void {
    this.change({
      sweep: async () => {
        throw new Unanswered('no answer of the signer');
      },
    });
  }

  /** The process dies, and another one takes over its disk. */
  restart(): void {
    this.process = this.process.restart();
  }

  /** Another process, on an empty disk. */
  reopen(): void {
    this.process.end();
    this.process = this.#open();
  }

  plan(amount?: string): Promise<PlanOutcome> {
    return planSweep(this.context(), { coin: 'DOGE', network: 'DOGE', amount });
  }

  sweep(
    amount?: string,
    more: {
      readonly coin?: string;
      readonly reason?: string;
      readonly to?: string;
      readonly toSell?: boolean;
    } = {},
  ): Promise<SweepOutcome> {
    const network = more.coin === undefined ? 'DOGE' : undefined;
    const ctx = { ...this.context(), tradeCaps: this.tradeCaps };
    return sweepFunds(ctx, { coin: 'DOGE', network, amount, reason: 'too much', ...more });
  }

  async stored(amount: string): Promise<Extract<SweepOutcome, { kind: 'stored' }>> {
    const outcome = await this.sweep(amount);
    if (outcome.kind !== 'stored') throw new Error(JSON.stringify(outcome));
    return outcome;
  }

  /** This many looks, ten seconds apart. */
  async follow(rounds = 1, onError?: (sweep: bigint, error: unknown) => void): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      await followSweeps(
        this.context(),
        onError ??
          ((_sweep, error) => {
            throw error;
          }),
      );
      this.ctx.advance(10_000);
    }
  }

  excess(): Promise<void> {
    return sweepExcess(this.context(), (_pair, error) => {
      throw error;
    });
  }

  cancel(id = '1'): ReturnType<typeof cancelSweep> {
    return cancelSweep(this.context(), { id: BigInt(id), reason: 'no more' });
  }

  adopt(txid: string): ReturnType<typeof adoptTransaction> {
    return adoptTransaction({ ...this.context(), secret: this.ctx.secret }, { txid, reason: 'it was lost' });
  }

  move(
    kind: MoveRequest['kind'],
    amount: string,
    reference = this.ctx.random.uuid(),
  ): ReturnType<typeof moveFunds> {
    return moveFunds(
      { ...this.ctx, actor: 'ann' },
      { kind, amount, coin: 'DOGE', network: 'DOGE', reference, reason: 'of mine' },
    );
  }

  async positions(of = 'DOGE'): Promise<{ readonly held: string; readonly owed: string }> {
    const { known } = await readPositions(this.ctx.db, this.#wallet());
    const { held = 0n, owed = 0n } = known.find(({ asset }) => asset === of) ?? {};
    return { held: formatAmount(held), owed: formatAmount(owed) };
  }

  compare(): Promise<Comparison> {
    return compareOutgoing({ ...this.process, actor: 'ann' });
  }

  /** A line that another process has written. */
  async journalLine(txid: string, origin: 'sent' | 'file' = 'sent'): Promise<void> {
    const signed = this.chain.signed.find((each) => each.txid === txid);
    const [sweep] = await this.ctx.db.query<{ orderId: string; amount: bigint }>(
      sql`SELECT order_id AS "orderId", amount FROM sweeps ORDER BY id DESC LIMIT 1`,
    );
    if (signed === undefined || sweep === undefined) throw new Error(`${txid} was not signed`);
    const at = this.ctx.clock.now();
    const line = { ...strange, ...signed, ...sweep, payout: sweepLine, address: cold, at, epoch: '' };
    await storeLines(this.ctx.db, [line], origin);
  }

  /** A payout of 50, not signed. */
  async reserved(): Promise<bigint> {
    return (await reserveFifty(this.ctx, this.process)).id;
  }

  /** One that is sent, and what its network may take. */
  async payoutOnItsWay(_amount: bigint, fee: bigint): Promise<void> {
    await this.reserved();
    await advanceRounds(this.ctx, this.process, 2);
    await this.ctx.db.query(sql`UPDATE payout_transactions SET fee = ${fee}`);
  }

  /** What a transaction of the chain spends. */
  claimsOf(bytes: Uint8Array): readonly string[] {
    return decodeSandboxPayment(bytes).claims;
  }

  /** What the next transaction of the account spends. */
  async nextClaim(): Promise<string> {
    const built = await this.chain.build([strange], []);
    return built.kind === 'signed' ? (decodeSandboxPayment(built.bytes).claims[0] ?? '') : '';
  }

  /** The wallet sends what the database does not know. */
  async strangeTransaction(): Promise<void> {
    const claimed = await this.ctx.db.query<{ claim: string }>(sql`SELECT claim FROM payout_claims`);
    const built = await this.chain.build(
      [strange],
      claimed.map(({ claim }) => claim),
    );
    if (built.kind === 'signed') this.chain.mine(built.txid);
  }

  floats(): readonly WalletFloat[] {
    const float = {
      coin: 'DOGE',
      network: 'DOGE',
      target: this.target,
      ceiling: 50n * coin,
      cold: this.listedCold,
    };
    return [this.isSweptByItself ? { ...float, isSweptByItself: true } : float];
  }

  #open(): PayingProcess {
    const member = (name: keyof Rail) => Object.hasOwn(this.#changes, name);
    const rail = new Proxy({} as Rail, {
      get: (_target, name: keyof Rail) => (member(name) ? this.#changes[name] : this.#own(name)),
    });
    return payingProcess(this.ctx, rail);
  }

  #own(name: keyof Rail): unknown {
    if (name === 'sweep')
      // Real bytes do not say which sweep they are.
      return (order: PaymentOrder, claimed: readonly string[]) =>
        this.chain.build([{ ...order, payoutId: 0n }], claimed);
    if (name === 'funds')
      return async (of: string, _network: string, claimed: readonly string[]) => {
        this.claimed = claimed;
        const { feeAsset, price } = this.chain;
        const spendable = of === 'DOGE' ? this.spendable : this.feeSpendable;
        return { spendable, waiting: 0n, fee: of === feeAsset ? price : 0n };
      };
    return this.chain[name];
  }

  #wallet(): Wallet {
    const amounts = async (): Promise<ReadonlyMap<string, bigint>> =>
      new Map([
        [this.chain.feeAsset, this.feeHeld],
        ['DOGE', this.held],
      ]);
    return {
      holdings: async () => ({ amounts: await amounts(), unanswered: [] }),
      byNetwork: [{ network: 'DOGE', amounts }],
    };
  }

  /** What the pool has of it. */
  context() {
    const { exchanges } = this;
    return { ...this.process, wallet: this.#wallet(), floats: this.floats(), exchanges, actor: 'ann' };
  }
}

export async function createSweepKit(engine: Engine): Promise<SweepKit> {
  return new SweepKit(await createTestContext(engine));
}
