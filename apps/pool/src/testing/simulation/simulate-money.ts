import { miningAccount, referralAccount } from '@openlode/ledger/accounts';
import sql from 'sql-template-tag';
import type { Database } from '../../runtime/database/database.ts';
import { approveConversions } from '../../domain/rounds/approve-conversions.ts';
import { readHeldConversions } from '../../domain/rounds/held-conversions.ts';
import { convertPending } from '../../domain/rounds/convert-pending.ts';
import { advanceRounds } from '../../domain/rounds/advance-round.ts';
import { reviveRounds } from '../../domain/rounds/revive-rounds.ts';
import { handleReorgs } from '../../domain/rounds/handle-reorgs.ts';
import { recordCandidate } from '../../domain/rounds/record-candidate.ts';
import { isLedgerSound, checkLedger } from '../../domain/ledger/check-ledger.ts';
import { readBalanceAsOf } from '../../domain/ledger/read-balance-as-of.ts';
import { type Balance, readBalance } from '../../domain/miners/read-balance.ts';
import { recordWork } from '../../domain/shares/record-work.ts';
import type { MinerKey, WorkBatch } from '../../domain/kernel/work-batch.ts';
import { btcMiner, dogeMiner, ltcMiner } from '../../domain/testing/build-work.ts';
import { buildCandidate } from '../../domain/testing/fake-chain.ts';
import { resetDatabase } from '../../domain/testing/reset-database.ts';
import type { TestContext } from '../../domain/testing/create-test-context.ts';
import { seededRandom } from './seeded-random.ts';
import { priceFaults, type PriceFault, simulatedChain, simulatedQuotes } from './simulated-world.ts';

const dayMs = 24 * 3_600_000;
const miners: readonly MinerKey[] = [dogeMiner, btcMiner, ltcMiner, { ...ltcMiner, memo: 'second' }];

class PowerCut extends Error {}

/** What goes on after one was cut tells of all that were. */
function isPowerCut(error: unknown): boolean {
  return error instanceof AggregateError ? error.errors.every(isPowerCut) : error instanceof PowerCut;
}

/** What the balance call answered at a time. */
interface SaidBalance {
  readonly at: number;
  readonly id: bigint;
  readonly coin: string;
  readonly answer: Balance;
}

/**
 * One run: operations drawn from the seed on the context's database, which is emptied first, then everything healed and
 * drained, and the whole ledger held against each other and against the chain. Answers what is wrong; nothing, when all is right.
 */
export async function simulateMoney(base: TestContext, seed: number, operations: number): Promise<string[]> {
  await resetDatabase(base.db);
  const random = seededRandom(seed);
  const chain = simulatedChain(random);
  const faults = new Map<string, PriceFault>();
  let cut = false;
  const ctx = {
    ...base,
    chains: [chain],
    db: withPowerCuts(base.db, () => cut && random.percent(50)),
    rates: {
      ...base.rates,
      quotesOf: (asset: string) => {
        const usd = base.prices.get(asset);
        if (usd === undefined) return [];
        return simulatedQuotes(faults.get(asset) ?? 'none', usd, asset, base.clock.now());
      },
      recentOf: (asset: string) => {
        const usd = base.prices.get(asset);
        if (usd === undefined) return [];
        return simulatedQuotes('none', usd, asset, base.clock.now() - 60_000);
      },
    },
  };
  const batches: WorkBatch[] = [];
  const said: SaidBalance[] = [];

  const work = async (): Promise<void> => {
    const codes = await base.db.query<{ code: string }>(
      sql`SELECT code FROM referral_codes ORDER BY miner_id`,
    );
    const now = base.clock.now();
    const lines = Array.from({ length: 1 + random.below(3) }, () => ({
      miner: random.pick(miners),
      worker: `rig${random.below(2)}`,
      referralCode: random.percent(50) || codes.length === 0 ? null : random.pick(codes).code,
      work: 1n + BigInt(random.below(100)) ** 3n,
      shares: 1,
      firstAt: now,
      lastAt: now,
    }));
    const id = `00000000-0000-4000-8000-${batches.length.toString(16).padStart(12, '0')}`;
    const batch = { id, algorithm: 'sha256', lines };
    batches.push(batch);
    await recordWork(ctx, batch);
  };
  const block = async (): Promise<void> => {
    const [finder] = await base.db.query<MinerKey>(
      sql`SELECT coin, network, address, nullif(memo, '') AS memo FROM miners ORDER BY id LIMIT 1`,
    );
    if (finder === undefined) return;
    const hash = random
      .below(2 ** 31)
      .toString(16)
      .padStart(64, '0');
    const candidate = buildCandidate('0', {
      hash,
      submission: Buffer.from(hash, 'hex'),
      miner: finder,
      networkWork: 1n + BigInt(random.below(1_000_000)),
      foundAt: base.clock.now(),
    });
    await recordCandidate(ctx, candidate);
    if (random.percent(20)) await recordCandidate(ctx, candidate);
  };
  const mature = (): void => {
    for (const each of chain.blocks.values())
      if (each.state === 'immature' && random.percent(70))
        each.state = random.percent(25) ? 'orphaned' : 'mature';
      else if (each.state === 'mature' && random.percent(5)) each.state = 'orphaned';
  };
  /** What nodes say counts once they have said it for half a minute. */
  const stands = async (look: () => Promise<void>): Promise<void> => {
    await look();
    base.advance(30_000);
    await look();
  };
  const advance = (): Promise<void> => stands(() => advanceRounds(ctx));
  const handle = (): Promise<void> => stands(() => handleReorgs(ctx, () => undefined));
  const revive = (): Promise<void> => stands(() => reviveRounds(ctx));
  const race = (): void => {
    if (random.percent(50)) chain.racing.clear();
    else for (const hash of chain.blocks.keys()) if (random.percent(20)) chain.racing.add(hash);
  };
  /** The chain turns away from a block, deeply, and back. */
  const turn = async (): Promise<void> => {
    for (const each of chain.blocks.values()) {
      if (each.state === 'orphaned' || random.percent(80)) continue;
      each.state = 'orphaned';
      await advance();
      await handle();
      each.state = random.percent(50) ? 'immature' : 'mature';
    }
    await revive();
  };
  const rememberBalance = async (): Promise<void> => {
    const miners = await base.db.query<{ id: bigint; coin: string }>(
      sql`SELECT id, coin FROM miners ORDER BY id`,
    );
    for (const miner of miners)
      said.push({ ...miner, at: base.clock.now(), answer: await readBalance(base, miner) });
    base.advance(1);
  };
  const steps: readonly (() => unknown)[] = [
    work,
    work,
    work,
    async () => batches.length > 0 && recordWork(ctx, random.pick(batches)),
    block,
    block,
    mature,
    advance,
    advance,
    () => Promise.all([advance(), advance()]),
    () => faults.set(random.pick(['BTC', 'DOGE', 'LTC']), random.pick(priceFaults)),
    () => convertPending(ctx),
    () => Promise.all([convertPending(ctx), convertPending(ctx)]),
    handle,
    race,
    turn,
    revive,
    () =>
      base.db.query(sql`
        INSERT INTO delisted_coins (coin, since)
        VALUES (${random.pick(['BTC', 'DOGE', 'LTC'])}, ${new Date(base.clock.now())}) ON CONFLICT DO NOTHING`),
    () => base.db.query(sql`DELETE FROM delisted_coins`),
    rememberBalance,
    () => base.advance(1 + random.below(120_000)),
    () => base.advance(dayMs),
  ];
  for (let done = 0; done < operations; done += 1) {
    cut = random.percent(10);
    try {
      await random.pick(steps)();
    } catch (error) {
      if (!isPowerCut(error)) throw error;
    }
  }

  // Heal and drain: what was cut is done again, whatever waits is converted, every block gets its end.
  cut = false;
  faults.clear();
  chain.heal();
  for (const batch of batches) await recordWork(ctx, batch);
  await revive();
  await advance();
  mature();
  for (const each of chain.blocks.values()) if (each.state === 'immature') each.state = 'mature';
  await advance();
  base.advance(1000);
  while ((await convertPending(ctx)) + (await approveAll(base)) > 0);
  await handle();
  return findings(base, chain, said);
}

/** The operator looks at everything that a cap holds. */
async function approveAll(ctx: TestContext): Promise<number> {
  const held = (await readHeldConversions(ctx)).filter(
    ({ why, approved }) => why !== 'no-price' && !approved,
  );
  for (const { id } of held) await approveConversions(ctx, { id, reason: 'the end of the run' });
  return held.length;
}

async function findings(
  ctx: TestContext,
  chain: ReturnType<typeof simulatedChain>,
  said: readonly SaidBalance[],
): Promise<string[]> {
  const wrong: string[] = [];
  const ledger = await checkLedger(ctx);
  if (!isLedgerSound(ledger)) wrong.push(`the ledger: ${text(ledger)}`);

  const waiting = await ctx.db.query(sql`SELECT 1 FROM credits WHERE waiting IS NOT NULL
    UNION ALL SELECT 1 FROM referral_credits WHERE waiting IS NOT NULL`);
  if (waiting.length > 0) wrong.push(`${waiting.length} parts wait for ever`);
  // A mad source never moved anything: what was converted was converted at the price that is true in this world.
  const rates = await ctx.db.query<{ asset: string; usd: string }>(
    sql`SELECT DISTINCT asset, price_usd AS usd FROM accepted_prices`,
  );
  for (const { asset, usd } of rates)
    if (ctx.prices.get(asset) !== usd) wrong.push(`${asset} was converted at ${usd}`);
  const open = await ctx.db.query<{ state: string }>(
    sql`SELECT state FROM rounds WHERE state IN ('candidate', 'accepted')`,
  );
  if (open.length > 0) wrong.push(`${open.length} rounds never end`);

  // What the chain paid is what the ledger says it owes, to the unit: the chain is the only witness from outside.
  const paid = new Map<string, bigint>();
  for (const [hash, { state, rewards }] of chain.blocks) {
    const [round] = await ctx.db.query<{ lost: boolean; state: string }>(
      sql`SELECT state, reorged_at IS NOT NULL AS lost FROM rounds WHERE block_hash = ${hash}`,
    );
    if (round === undefined) wrong.push(`block ${hash} has no round`);
    if (round?.state === 'orphaned' && state !== 'orphaned')
      wrong.push(`block ${hash} was lost by the ledger alone`);
    if (round?.lost === true && state !== 'orphaned')
      wrong.push(`block ${hash} was written off by the ledger alone`);
    if (round?.state !== 'credited' || round.lost) continue;
    for (const { asset, amount } of rewards)
      if (amount > 0n) paid.set(asset, (paid.get(asset) ?? 0n) + amount);
  }
  const owed = await ctx.db.query<{ asset: string; amount: bigint }>(
    sql`SELECT asset, -amount AS amount FROM balances WHERE account = 'ext:chain:fake' AND amount <> 0`,
  );
  for (const { asset, amount } of owed) {
    if (paid.get(asset) !== amount)
      wrong.push(`${asset}: the chain paid ${paid.get(asset) ?? 0n}, booked are ${amount}`);
    paid.delete(asset);
  }
  if (paid.size > 0) wrong.push(`the chain paid ${[...paid.keys()].join(', ')} that is not booked`);

  // What the balance call answered is what the postings of that time sum to, for every miner and both parts.
  for (const { at, id, coin, answer } of said) {
    const mining = await readBalanceAsOf(ctx, { account: miningAccount(id), asset: coin }, at);
    const referral = await readBalanceAsOf(ctx, { account: referralAccount(id), asset: coin }, at);
    const then = { mining, referral, total: mining + referral };
    if (text(then) !== text(answer))
      wrong.push(`at ${at} miner ${id} was said to have ${text(answer)}, and now to have had ${text(then)}`);
  }
  return wrong;
}

/** A database that breaks some transactions off right before their commit. */
function withPowerCuts(db: Database, isCut: () => boolean): Database {
  return {
    ...db,
    transaction: (work) =>
      db.transaction(async (tx) => {
        const result = await work(tx);
        if (isCut()) throw new PowerCut('power cut');
        return result;
      }),
  };
}

function text(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? each.toString() : each));
}
