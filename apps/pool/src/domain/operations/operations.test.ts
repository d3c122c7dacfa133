import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { adversarialRail } from '../../sandbox/testing/adversarial-rail.ts';
import { isLedgerSound, checkLedger } from '../ledger/check-ledger.ts';
import { lookUpAddress } from '../views/look-up-address.ts';
import { readRestricted } from '../miners/restricted-addresses.ts';
import { reservePayout } from '../payouts/reserve-payout.ts';
import { suspendPayouts } from '../payouts/suspensions.ts';
import { clearTables } from '../testing/clear-tables.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { buildBatch, buildLine, dogeMiner } from '../testing/build-work.ts';
import {
  clearPayouts,
  coin,
  giveBalance,
  type PayingProcess,
  payingProcess,
} from '../../testing/payouts/payout-world.ts';
import { parkBatch } from '../shares/parked-batches.ts';
import { recordWork } from '../shares/record-work.ts';
import { decideParked, listParked } from './decide-parked.ts';
import { decidePayout } from './decide-payout.ts';
import { decideSuspension, listSuspensions } from './decide-suspension.ts';
import { delistCoin } from './delist-coin.ts';
import { listDelisted } from './list-delisted.ts';
import { explainPayout, showPayouts } from './explain-payout.ts';
import { flagExchange, listExchanges } from './flag-exchange.ts';
import { grantCode } from './grant-code.ts';
import { readCoinListing } from '../payouts/payout-availability.ts';
import { listMiners } from './list-miners.ts';
import { listCodes } from './list-codes.ts';
import { listMaintenance, maintainNetwork } from './maintain-network.ts';
import { reloadPages } from './reload-pages.ts';
import { restrictAddress } from './restrict-address.ts';
import { showMiner } from './show-miner.ts';
import { type OperationContext, readDecisions } from '../kernel/decision.ts';

describe.each(testEngines())('what an operator looks up and decides, on %s', (engine) => {
  let ctx: TestContext;
  let paying: PayingProcess;
  let id: bigint;
  let as: OperationContext;
  const doge = `DOGE:${dogeMiner.address}`;
  const log = async () =>
    (await readDecisions(as, { limit: 100 })).map(({ actor, kind, subject, reason }) =>
      [actor, kind, subject, reason].join(' | '),
    );

  beforeAll(async () => {
    ctx = await createTestContext(engine);
    as = { ...ctx, actor: 'ann' };
    paying = payingProcess(ctx, adversarialRail(ctx.clock, { below: () => 0, percent: () => false }));
    await recordWork(
      ctx,
      buildBatch('00000000-0000-4000-8000-00000000de5c', buildLine({ miner: dogeMiner, work: 10n })),
    );
    const [row] = await ctx.db.query<{ id: bigint }>(sql`SELECT id FROM miners`);
    id = row?.id ?? 0n;
  });
  beforeEach(async () => {
    await clearPayouts(ctx);
    await clearTables(ctx.db, [
      'operator_decisions',
      'network_maintenance',
      'delisted_coins',
      'restricted_addresses',
      'exchange_addresses',
    ]);
  });
  afterAll(async () => {
    paying.end();
    await ctx.close();
  });

  it('counts work that was parked, or drops it, once, and keeps who and why', async () => {
    const batch = buildBatch('00000000-0000-4000-8000-00000000de5d', buildLine({ work: 30n, shares: 3 }));
    const other = buildBatch('00000000-0000-4000-8000-00000000de5e', buildLine({ work: 50n, shares: 5 }));
    await ctx.db.transaction(async (tx) => {
      await parkBatch(tx, batch, { at: ctx.clock.now(), reason: 'too-old' });
      await parkBatch(tx, other, { at: ctx.clock.now() + 1, reason: 'too-old' });
    });
    const inWindow = async () =>
      (await ctx.db.query<{ work: bigint }>(sql`SELECT sum(work) AS work FROM slice_work`))[0]?.work ?? 0n;
    const before = await inWindow();
    expect(await listParked(as, { limit: 10 })).toMatchObject([
      { id: batch.id, algorithm: 'sha256', shares: 3, work: '30', miners: 1 },
      { id: other.id, shares: 5, work: '50' },
    ]);
    const decide = (verb: 'count' | 'drop', id: string, reason = 'looked it up') =>
      decideParked(as, { verb, id, reason });
    expect(await decide('count', 'nothing')).toEqual({ kind: 'malformed-id' });
    expect(await decide('count', batch.id, ' ')).toEqual({ kind: 'malformed-reason' });
    expect(await Promise.all([decide('count', batch.id), decide('count', batch.id)])).toEqual(
      expect.arrayContaining([{ kind: 'done', shares: 3 }, { kind: 'not-parked' }]),
    );
    expect(await decide('drop', other.id)).toEqual({ kind: 'done', shares: 5 });
    expect((await inWindow()) - before).toBe(30n);
    expect(await listParked(as, { limit: 10 })).toEqual([]);
    expect(await log()).toEqual([
      `ann | drop-parked | ${other.id}, 5 shares | looked it up`,
      `ann | count-parked | ${batch.id}, 3 shares | looked it up`,
    ]);
    expect(isLedgerSound(await checkLedger(ctx))).toBe(true);
  });

  it('holds, approves, retries and releases a payout, explains it, and keeps who and why', async () => {
    await giveBalance(ctx, id, 50n * coin);
    await reservePayout(paying, id, 'manual');
    const [payout] = await showPayouts(as, { limit: 10 });
    expect(payout).toMatchObject({ state: 'reserved', amount: '50', waitsFor: 'its turn' });
    const decide = (verb: 'hold' | 'approve' | 'release' | 'retry', reason: string) =>
      decidePayout(as, { verb, id: payout?.id ?? '', reason });
    expect(await decide('hold', ' who is it ')).toEqual({ kind: 'done' });
    const reservedAt = payout?.reservedAt ?? 0;
    const listed = async (query: Partial<Parameters<typeof showPayouts>[1]>) =>
      (await showPayouts(as, { ...query, limit: 10 })).map((each) => each.id);
    const all = [payout?.id];
    expect(await listed({ coin: 'DOGE', network: 'DOGE', since: reservedAt })).toEqual(all);
    expect(await listed({ miner: payout?.uuid ?? '' })).toEqual(all);
    expect(await listed({ coin: 'LTC' })).toEqual([]);
    expect(await listed({ network: 'BSC' })).toEqual([]);
    expect(await listed({ since: reservedAt + 1 })).toEqual([]);
    expect([await listed({ before: reservedAt }), await listed({ before: reservedAt + 1 })]).toEqual([
      [],
      all,
    ]);
    expect(await listed({ miner: '00000000-0000-4000-8000-00000000de5c' })).toEqual([]);
    expect(await showPayouts(as, { state: 'reserved', limit: 10 })).toMatchObject([
      { waitsFor: 'an operator, who holds it: who is it' },
    ]);
    expect(await decide('approve', 'known')).toEqual({ kind: 'done' });
    expect(await decide('retry', 'why not')).toEqual({ kind: 'not-possible', state: 'reserved' });
    expect(await decide('release', 'asked to')).toEqual({ kind: 'done' });
    expect(await decide('hold', 'late')).toEqual({ kind: 'not-possible', state: 'released' });
    expect(await explainPayout(as, { id: payout?.id ?? '' })).toMatchObject({
      state: 'released',
      waitsFor: null,
      reason: 'RELEASED',
      memo: '',
      usd: '12.5',
      actions: [
        { actor: 'ann', action: 'hold', why: 'who is it' },
        { actor: 'ann', action: 'approve', why: 'known' },
        { actor: 'ann', action: 'release', why: 'asked to' },
      ],
    });
    expect((await log()).toSorted()).toEqual([
      `ann | approve-payout | ${payout?.id} | known`,
      `ann | hold-payout | ${payout?.id} | who is it`,
      `ann | release-payout | ${payout?.id} | asked to`,
    ]);
    for (const wrong of ['0x1', '0', '', '1 OR 1=1'])
      expect(await explainPayout(as, { id: wrong })).toEqual({ kind: 'malformed-id' });
    expect(await explainPayout(as, { id: '999999' })).toEqual({ kind: 'no-payout' });
    expect(await decidePayout(as, { verb: 'hold', id: '1', reason: '  ' })).toEqual({
      kind: 'malformed-reason',
    });
  });

  it('suspends once, lifts once, and knows no network that there is not', async () => {
    const decide = (verb: 'suspend' | 'lift', network: string) =>
      decideSuspension(as, { verb, network, reason: 'a suspension' });
    expect(await decide('suspend', '*')).toEqual({ kind: 'done', network: '*', still: [] });
    expect(await decide('suspend', '*')).toEqual({ kind: 'already-suspended' });
    expect(await listSuspensions(as)).toMatchObject([{ network: '*', detail: 'a suspension' }]);
    expect(await decide('lift', '*')).toEqual({ kind: 'done', network: '*', still: [] });
    expect(await decide('lift', '*')).toEqual({ kind: 'not-suspended' });
    expect(await decide('suspend', 'nowhere')).toEqual({ kind: 'unknown-network' });
  });

  it('lifts one reason at a time, and tells which of them are left, however a network is typed [P10]', async () => {
    const decide = (verb: 'suspend' | 'lift', network: string) =>
      decideSuspension(as, { verb, network, reason: 'looked at' });
    expect(await decide('suspend', ' doge ')).toEqual({ kind: 'done', network: 'DOGE', still: [] });
    const suspension = { network: 'DOGE', reason: 'never-seen', detail: 'payout 7' } as const;
    await suspendPayouts(ctx.db, suspension, ctx.clock.now());
    await suspendPayouts(ctx.db, { ...suspension, detail: 'payout 8' }, ctx.clock.now());
    await suspendPayouts(ctx.db, { ...suspension, network: 'BTC', detail: 'payout 9' }, ctx.clock.now());
    expect(await decide('lift', 'doge')).toMatchObject({ still: [suspension] });
    expect(await decide('lift', 'DOGE')).toMatchObject({ still: [] });
    expect(await decide('suspend', '*')).toMatchObject({ kind: 'done' });
    expect(await decide('lift', '*')).toMatchObject({ still: [{ network: 'BTC', reason: 'never-seen' }] });
    expect(await decide('lift', 'btc')).toMatchObject({ still: [] });
  });

  it('asks open pages to be reloaded, for a reason, where a pool runs that can tell them [shell-03]', async () => {
    const published: unknown[] = [];
    const publisher = { publish: (events: readonly unknown[]) => void published.push(...events) };
    const reload = async (reason: string, running: object) =>
      reloadPages({ ...as, publisher, ...running }, { reason });
    expect(await reload(' ', { payoutBlockReason: () => undefined })).toEqual({ kind: 'malformed-reason' });
    expect(await reload('a wrong price', {})).toEqual({ kind: 'no-pool' });
    expect(published).toEqual([]);
    expect(await reload('a wrong price', { payoutBlockReason: () => undefined })).toEqual({ kind: 'done' });
    expect(published).toEqual([{ kind: 'reload-pages' }]);
    expect((await log())[0]).toBe('ann | reload-pages | website | a wrong price');
  });

  it('closes a network with a word to owners, or leaves it to the daily run, and opens it again [pay-05]', async () => {
    await giveBalance(ctx, id, 50n * coin);
    const maintain = (mode: 'closed' | 'auto-only' | 'open', network = 'DOGE') =>
      maintainNetwork(as, { network, mode, message: 'Back at noon.' });
    const maintained = { kind: 'done', network: 'DOGE' };
    expect(await maintain('closed')).toEqual(maintained);
    const refused = { kind: 'suspended', reason: 'maintenance' };
    expect(await reservePayout(paying, id, 'manual')).toEqual(refused);
    const look = async () => {
      const found = await lookUpAddress(ctx, { coin: 'DOGE', text: dogeMiner.address });
      if (found.kind !== 'found') throw new Error('not found');
      return found.payouts.get('DOGE');
    };
    expect(await look()).toEqual({ availability: 'suspended', message: 'Back at noon.' });
    expect(await maintain('auto-only', 'doge')).toEqual(maintained);
    expect(await reservePayout(paying, id, 'manual')).toEqual({ kind: 'auto-only' });
    expect(await look()).toEqual({ availability: 'auto-only', message: 'Back at noon.' });
    expect(await listMaintenance(as)).toMatchObject([{ network: 'DOGE', mode: 'auto-only' }]);
    expect(await maintain('open')).toEqual(maintained);
    expect(await maintain('open')).toEqual({ kind: 'not-under-maintenance' });
    expect((await reservePayout(paying, id, 'manual')).kind).toBe('reserved');
    expect(await maintain('closed', 'nowhere')).toEqual({ kind: 'unknown-network' });
    expect(await maintainNetwork(as, { network: 'DOGE', mode: 'closed', message: 'x'.repeat(301) })).toEqual({
      kind: 'malformed-message',
    });
    expect((await log()).at(-1)).toBe('ann | maintenance-closed | DOGE | Back at noon.');
  });

  it('restricts an address by its name or its id, however it is typed, and serves it again [rule-07]', async () => {
    const restrict = (miner: string, isRestricted: boolean) =>
      restrictAddress(as, { miner, restrict: isRestricted, reason: 'botnet' });
    const done = { kind: 'done', coin: 'DOGE', address: dogeMiner.address };
    expect(await restrict(` ${doge} `, true)).toEqual(done);
    expect([...(await readRestricted(ctx))]).toEqual([doge]);
    expect(await listMiners(as, { restricted: true, limit: 5 })).toMatchObject([
      { address: dogeMiner.address, restricted: true, workersOnline: 1 },
    ]);
    const shown = await showMiner(as, { miner: doge });
    expect(shown).toMatchObject({ kind: 'shown', restriction: { note: 'botnet' }, fee: '1.00' });
    const uuid = shown.kind === 'shown' ? shown.miner.uuid : '';
    expect(await restrict(uuid, false)).toEqual(done);
    expect(await restrict(uuid, false)).toEqual({ kind: 'not-restricted' });
    expect(await restrict('DOGE:nobody', true)).toEqual({ kind: 'bad-address', coin: 'DOGE' });
    for (const wrong of ['', 'DOGE', 'NOCOIN:x', '00000000-0000-4000-8000-000000000000'])
      expect(await restrict(wrong, true)).toEqual({ kind: 'malformed-miner' });
    expect(await log()).toEqual([`ann | unrestrict | ${doge} | botnet`, `ann | restrict | ${doge} | botnet`]);
    const until = async (before: number) => (await readDecisions(as, { before, limit: 9 })).length;
    expect([await until(ctx.clock.now() + 1), await until(ctx.clock.now())]).toEqual([2, 0]);
  });

  it('grants a custom code and how high it may rise, written down with the grant [rule-02]', async () => {
    const grant = (code: string, tier: number, miner = doge) =>
      grantCode(as, { miner, code, tier, reason: 'a club' });
    const granted = { kind: 'granted', code: 'CLUB', tier: 0, active: 0 };
    expect(await grant('CLUB', 0)).toEqual({ ...granted, highest: 0 });
    expect(await grant('club', 1)).toEqual({ ...granted, highest: 1 });
    expect(await grant('OTHER', 1)).toEqual({ kind: 'has-another', code: 'CLUB' });
    expect(await grant('two words', 0)).toEqual({ kind: 'bad-code' });
    expect(await grant('CLUB', 99)).toEqual({ kind: 'unknown-tier' });
    expect(await grant('CLUB', 0, 'DOGE:DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L')).toEqual({
      kind: 'unknown-miner',
    });
    expect(await listCodes(as)).toMatchObject([
      { code: 'CLUB', tier: 0, highest: 1, active: 0, coin: 'DOGE' },
    ]);
    expect((await log()).length).toBe(2);
  });

  it('delists a coin and lists it again, unless the catalogue delists it [rule-08]', async () => {
    const delist = (name: string, isGoing: boolean) =>
      delistCoin(as, { coin: name, delist: isGoing, reason: 'no market' });
    expect(await delist('xvg', true)).toEqual({ kind: 'done', coin: 'XVG' });
    expect(await delist('XVG', true)).toEqual({ kind: 'done', coin: 'XVG', already: true });
    expect(await listDelisted(as)).toMatchObject([{ coin: 'XVG' }]);
    expect([...(await readCoinListing(ctx)).delisted].toSorted()).toEqual(['FTM', 'MATIC', 'OMG', 'XVG']);
    expect(await delist('XVG', false)).toEqual({ kind: 'done', coin: 'XVG' });
    expect(await delist('FTM', true)).toEqual({ kind: 'delisted-by-catalogue', coin: 'FTM' });
    expect(await delist('NOCOIN', true)).toEqual({ kind: 'unknown-coin' });
    expect(await delist('XVG', false)).toEqual({ kind: 'unchanged', coin: 'XVG' });
    expect(await log()).toEqual(['ann | relist | XVG | no market', 'ann | delist | XVG | no market']);
  });

  it('shows at each miner whether its coin is still paid, also where the operator has delisted it', async () => {
    const status = async () =>
      (await listMiners(as, { coin: 'DOGE', limit: 1 })).map((each) => each.coinStatus);
    expect(await status()).toEqual(['open']);
    await delistCoin(as, { coin: 'DOGE', delist: true, reason: 'no market' });
    expect(await status()).toEqual(['winding-down']);
    expect(await showMiner(as, { miner: doge })).toMatchObject({
      miner: { coinStatus: 'winding-down' },
    });
  });

  it('flags an address of an exchange, renames and unflags it, but none that takes no memo [rule-04]', async () => {
    const address = 'rNxp4h8apvRis6mJf9Sh8C6iRxfrDWN7AV';
    const flag = (typed: string, exchange?: string) =>
      flagExchange(as, {
        address: typed,
        ...(exchange === undefined ? {} : { exchange }),
        reason: 'a miner lost a payout',
      });
    const done = { kind: 'done', coin: 'XRP', address };
    expect(await flag(`xrp: ${address}:123 `, ' An exchange ')).toEqual(done);
    expect(await flag(`XRP:${address}`, 'An exchange')).toEqual({ ...done, kind: 'unchanged' });
    expect(await flag(`XRP:${address}`, 'Another one')).toEqual(done);
    expect(await listExchanges(as)).toEqual([
      { coin: 'XRP', address, exchange: 'Another one', since: ctx.clock.now(), origin: 'command' },
    ]);
    expect(await flag(`XRP:${address}`)).toEqual(done);
    expect(await flag(`XRP:${address}`)).toEqual({ ...done, kind: 'unchanged' });
    expect(await listExchanges(as)).toEqual([]);
    expect(await flag(address, 'An exchange')).toEqual({ kind: 'malformed-address' });
    expect(await flag('NOPE:x', 'An exchange')).toEqual({ kind: 'unknown-coin', coin: 'NOPE' });
    expect(await flag(`xrp:${address}W`, 'An exchange')).toEqual({ kind: 'bad-address', coin: 'XRP' });
    expect(await flag(`XRP:${address}`, ' ')).toEqual({ kind: 'nameless' });
    expect(await flag(doge, 'An exchange')).toEqual({
      kind: 'takes-no-memo',
      coin: 'DOGE',
      network: 'DOGE',
    });
    const why = 'a miner lost a payout';
    expect(await log()).toEqual([
      `ann | unflag-exchange | XRP:${address} | ${why}`,
      `ann | flag-exchange | XRP:${address} Another one | ${why}`,
      `ann | flag-exchange | XRP:${address} An exchange | ${why}`,
    ]);
  });
});
