import { miningAccount } from '@openlode/ledger/accounts';
import { randomBytes, randomUUID } from 'node:crypto';
import { ethereumAddressOf, signEthereum } from '@openlode/mining/testing/sign-ethereum';
import type { FastifyInstance, InjectOptions } from 'fastify';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../../runtime/database/testing/create-test-database.ts';
import { adversarialRail } from '../../../sandbox/testing/adversarial-rail.ts';
import { minerUuid } from '../../../domain/miners/miner-uuid.ts';
import { bookEntry } from '../../../domain/ledger/book-entry.ts';
import { noticeMiner } from '../../../domain/owners/challenges.ts';
import { carryOutSwitches } from '../../../domain/owners/network-switches.ts';
import { payForOwner } from '../../../domain/owners/owner-pays.ts';
import { sourceKey } from '../../../domain/kernel/source-key.ts';
import { reservePayout } from '../../../domain/payouts/reserve-payout.ts';
import { suspendByOperator } from '../../../domain/payouts/suspensions.ts';
import { buildBatch, buildLine, dogeMiner } from '../../../domain/testing/build-work.ts';
import { createTestContext, type TestContext } from '../../../domain/testing/create-test-context.ts';
import {
  clearPayouts,
  coin,
  type PayingProcess,
  payingProcess,
} from '../../../testing/payouts/payout-world.ts';
import { traceCall } from '../../../domain/operations/trace-call.ts';
import { recordWork } from '../../../domain/shares/record-work.ts';
import { callerAddressOf } from '../caller-address.ts';
import { buildTestHttp, testDeployment } from '../../../testing/build-test-http.ts';

const ethMiner = {
  coin: 'ETH',
  network: 'ETH',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  memo: null,
};
const hourMs = 3_600_000;
const asOwner = { by: 'source', use: async () => undefined } as const;
const owner = { v4: '203.0.113.7', v6: '2001:db8:1:2::77' };
/** Another machine of the owner's network. */
const ownerToo = '2001:db8:1:2:3:4:5:6';
const stranger = { v4: '198.51.100.9', v6: '2001:db8:9:9::1' };
const proxy = { v4: '192.0.2.80', v6: 'fd00::80' };

describe.each(oneEngine())('what owners do, on %s', (engine) => {
  let ctx: TestContext;
  let app: FastifyInstance;
  let paying: PayingProcess;
  let given = 0;
  const doge = () => minerUuid(ctx.secret, dogeMiner);
  const eth = () => minerUuid(ctx.secret, ethMiner);

  async function mine(miner: typeof ethMiner, address: string, work: bigint, at: number): Promise<void> {
    const source = sourceKey(ctx.secret, miner, callerAddressOf(address));
    await recordWork(
      ctx,
      buildBatch(randomUUID(), buildLine({ miner, work, source, firstAt: at, lastAt: at })),
    );
  }

  async function give(miner: typeof ethMiner, amount: bigint): Promise<void> {
    const [row] = await ctx.db.query<{ id: bigint }>(
      sql`SELECT id FROM miners WHERE uuid = ${minerUuid(ctx.secret, miner)}`,
    );
    if (row === undefined) throw new Error('no account');
    given += 1;
    await ctx.db.transaction(async (tx) => {
      await bookEntry(tx, {
        key: `owners:${given}`,
        kind: 'given',
        at: ctx.clock.now(),
        postings: [
          { account: 'ext:suite', asset: miner.coin, amount: -amount },
          { account: miningAccount(row.id), asset: miner.coin, amount },
        ],
      });
    });
  }

  beforeAll(async () => {
    const base = await createTestContext(engine);
    ctx = { ...base, random: { uuid: randomUUID, bytes: randomBytes } };
    ctx.prices.set('ETH', '2000');
    paying = payingProcess(
      ctx,
      adversarialRail(ctx.clock, { below: () => 0, percent: (chance) => chance === 60 }),
    );
    const now = ctx.clock.now();
    // Half of the work in IPv4, half in IPv6, over the last days.
    for (const miner of [dogeMiner as typeof ethMiner, ethMiner]) {
      for (const hours of [5, 30, 60]) {
        await mine(miner, owner.v4, 1000n, now - hours * hourMs);
        await mine(miner, owner.v6, 1000n, now - hours * hourMs);
      }
      await give(miner, 1000n * coin);
    }
    app = await buildTestHttp(ctx, {
      payouts: paying,
      deployment: { ...testDeployment, sandbox: false },
      trustedProxies: [`${proxy.v4}/32`, proxy.v6],
    });
  });
  beforeEach(async () => {
    await clearPayouts(ctx);
    await ctx.db.query(sql`UPDATE miners SET auto_pay = false, network = coin`);
    await ctx.db.query(sql`DELETE FROM network_switches`);
    // Tries of the test before do not count: a server takes longer to build than most tests.
    ctx.advance(60_000);
  });
  afterAll(async () => {
    paying.end();
    await app.close();
    await ctx.close();
  });

  async function call(url: string, options: InjectOptions = {}) {
    const answer = await app.inject({
      method: 'POST',
      remoteAddress: owner.v4,
      ...options,
      url: `/api${url}`,
    });
    return { status: answer.statusCode, text: answer.json().msg as string, data: answer.json().data };
  }

  /** Everything that an owner action could change. */
  async function state(): Promise<unknown> {
    return ctx.db.query(sql`
      SELECT coin, network, auto_pay, address, (SELECT count(*) FROM payouts) AS payouts,
             (SELECT count(*) FROM network_switches) AS switches
        FROM miners ORDER BY coin`);
  }

  async function prove(
    uuid: string,
    body: object,
    miner: { readonly miner: typeof ethMiner; readonly from: string },
  ) {
    const asked = await call(`/v1/address/${uuid}/challenge`, { payload: body, remoteAddress: stranger.v6 });
    const { id, worker } = asked.data;
    await noticeMiner(ctx, { miner: miner.miner, worker, source: callerAddressOf(miner.from) });
    const read = await call(`/v1/address/${uuid}/challenge/${id}`, { method: 'GET' });
    return { ...read.data, headers: { authorization: `Owner ${read.data.token}` } };
  }

  const events = async (uuid: string): Promise<string[]> =>
    (
      await ctx.db.query<{ code: string }>(sql`
        SELECT body->>'code' AS code FROM events JOIN miners ON miners.id = miner_id
         WHERE uuid = ${uuid} AND type = 'account' ORDER BY seq`)
    ).map(({ code }) => code);

  const pay = () => `/v3/address/${doge()}/pay`;
  const autoPay = () => `/v1/address/${doge()}/setting/auto_pay`;
  const switchTo = (network: string) => `/v3/address/${eth()}/switch?network=${network}`;

  it.each([
    ['IPv4', owner.v4],
    ['IPv6', owner.v6],
    ['another address of the same IPv6 network', ownerToo],
    ['IPv4 mapped into IPv6', `::ffff:${owner.v4}`],
  ])('pays the owner, who calls from where the miner mines: %s [api-20]', async (_title, remoteAddress) => {
    const answer = await call(pay(), { remoteAddress });
    expect(answer).toMatchObject({
      status: 200,
      text: 'Your payment have been initiated!',
      data: { status: 'pending', amount: '1000', network: 'DOGE' },
    });
    expect((await events(doge())).at(-1)).toBe('payout-requested');
    // The money is on its way: give it back for the cases that follow.
    await give(dogeMiner as typeof ethMiner, 1000n * coin);
  });

  it('names each call in its answer, and follows one from there to the payout and its entry', async () => {
    const did = async (url: string, options: InjectOptions) => {
      const { statusCode, headers } = await app.inject({
        method: 'POST',
        remoteAddress: owner.v4,
        ...options,
        url: `/api${url}`,
      });
      const id = String(headers['x-request-id']);
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}$/);
      const found = await traceCall(ctx, { id });
      return { statusCode, id, found };
    };
    // What a caller names itself is not taken.
    const paid = await did(pay(), { headers: { 'x-request-id': '00000000-0000' } });
    expect(paid.id).not.toBe('00000000-0000');
    const [payout] = await ctx.db.query<{ id: bigint }>(sql`SELECT id FROM payouts`);
    const number = String(payout?.id);
    expect([paid.statusCode, paid.found]).toMatchObject([
      200,
      {
        did: 'payout-requested',
        network: 'DOGE',
        payout: number,
        entries: [{ key: `reserve:${number}`, kind: 'payout-reserved' }],
      },
    ]);
    const late = await did(pay(), {});
    expect([late.statusCode, late.found]).toEqual([409, { kind: 'unknown-call' }]);
    const on = await did(autoPay(), { payload: { setting: true } });
    expect([on.statusCode, on.found]).toMatchObject([
      200,
      { request: on.id, uuid: doge(), did: 'auto-pay-on', payout: null, entries: [] },
    ]);
    // The feed that anyone may read says nothing of calls.
    const feed = await app.inject({
      url: `/api/v5/account/${doge()}/events?type=account`,
      remoteAddress: stranger.v4,
    });
    expect(feed.body).toContain('payout-requested');
    expect(feed.body).not.toContain(paid.id);
    await give(dogeMiner as typeof ethMiner, 1000n * coin);
  });

  it('pays once where fifty requests of the owner come at once, by its source or by one proof [pay-06] [P6]', async () => {
    const payouts = async () =>
      (await ctx.db.query<{ amount: bigint }>(sql`SELECT amount FROM payouts WHERE kind = 'manual'`)).map(
        ({ amount }) => amount / coin,
      );
    const atOnce = async (options: InjectOptions) => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => call(pay(), options)));
      const reported = answers.map(({ status, text }) => `${status} ${text}`);
      return Object.fromEntries(
        reported.map((each) => [each, reported.filter((other) => other === each).length]),
      );
    };
    const paid = '200 Your payment have been initiated!';
    const paidToday = '409 One payout per UTC day: the next one is possible from 00:00 UTC';
    expect(await atOnce({ remoteAddress: owner.v4 })).toEqual({ [paid]: 1, [paidToday]: 49 });
    expect(await payouts()).toEqual([1000n]);

    await clearPayouts(ctx);
    await give(dogeMiner as typeof ethMiner, 1000n * coin);
    const at = { miner: dogeMiner as typeof ethMiner, from: owner.v4 };
    const { headers } = await prove(doge(), { action: 'pay' }, at);
    // One proof, which all of them bring: the first uses it. Who is looked at after that hears that it is used, the others that it is late.
    const used =
      '403 Only the owner of this address can do this, and this proof was used, has expired or belongs to another action. Get a new one.';
    const reported = await atOnce({ remoteAddress: stranger.v4, headers });
    expect(reported[paid]).toBe(1);
    expect((reported[paidToday] ?? 0) + (reported[used] ?? 0)).toBe(49);
    expect(await payouts()).toEqual([1000n]);
    await give(dogeMiner as typeof ethMiner, 1000n * coin);
  });

  it('reserves a payout and writes into the feed who asked for it at once, or neither', async () => {
    const [miner] = await ctx.db.query<{ id: bigint }>(sql`SELECT id FROM miners WHERE uuid = ${doge()}`);
    const owned = { id: miner?.id ?? 0n, uuid: doge(), ...dogeMiner, lastWorkAt: 0, simulated: false };
    const before = await events(doge());
    let transactions = 0;
    const cutOff = {
      ...paying,
      db: {
        ...ctx.db,
        transaction: <T>(work: Parameters<typeof ctx.db.transaction<T>>[0]) => {
          transactions += 1;
          return transactions === 1 ? ctx.db.transaction<T>(work) : Promise.reject(new Error('cut off'));
        },
      },
    };
    expect((await payForOwner(cutOff, owned, asOwner)).kind).toBe('reserved');
    expect(await events(doge())).toEqual([...before, 'payout-requested']);
    expect((await payForOwner(paying, owned, asOwner)).kind).toBe('paid-today');
    expect(await events(doge())).toEqual([...before, 'payout-requested']);
    await give(dogeMiner as typeof ethMiner, 1000n * coin);
  });

  it('sets auto-pay by POST and PUT, and only from true and false [api-18] [pay-07]', async () => {
    const on = await call(autoPay(), { payload: { setting: true } });
    expect(on).toMatchObject({
      status: 200,
      text: 'Your settings have been updated!',
      data: { auto: true },
    });
    const address = await call(`/v5/address/${dogeMiner.address}?coin=DOGE`, { method: 'GET' });
    expect(address.data.auto).toBe(true);
    expect(await call(pay())).toMatchObject({
      status: 409,
      text: 'You must first deactivate the auto payment setting.',
    });
    expect((await call(autoPay(), { method: 'PUT', payload: { setting: false } })).data).toEqual({
      auto: false,
    });
    for (const setting of ['true', 1, null, {}, [true]])
      expect((await call(autoPay(), { payload: { setting } })).status).toBe(400);
    expect((await call(autoPay(), { payload: { setting: true, address: 'x' } })).status).toBe(400);
    expect((await events(doge())).slice(-2)).toEqual(['auto-pay-on', 'auto-pay-off']);
  });

  const attacks = [
    ['IPv4', stranger.v4, {}],
    ['IPv6', stranger.v6, {}],
    ['a header of a stranger', stranger.v4, { 'x-forwarded-for': owner.v4 }],
    [
      'other headers',
      stranger.v4,
      { forwarded: `for=${owner.v4}`, 'x-real-ip': owner.v4, 'cf-connecting-ip': owner.v4 },
    ],
    ['behind a proxy, IPv4', proxy.v4, { 'x-forwarded-for': stranger.v4 }],
    ['behind a proxy, IPv6', proxy.v6, { 'x-forwarded-for': stranger.v6 }],
    ['behind a proxy, with a made-up hop', proxy.v4, { 'x-forwarded-for': `${owner.v4}, ${stranger.v4}` }],
    [
      'behind two proxies, with a made-up hop',
      proxy.v4,
      { 'x-forwarded-for': `${owner.v6}, ${stranger.v6}, ${proxy.v6}` },
    ],
    ['the proxy itself', proxy.v4, {}],
  ] as const;
  it.each(attacks)(
    'refuses who mined a share to a stranger’s address and then acts: %s [pay-09]',
    async (_title, remoteAddress, headers) => {
      const now = ctx.clock.now();
      // Now, and three days ago: both little beside the owner's work.
      for (const from of [stranger.v4, stranger.v6, proxy.v4]) {
        await mine(dogeMiner as typeof ethMiner, from, 100n, now);
        await mine(dogeMiner as typeof ethMiner, from, 1n, now - 72 * hourMs);
        await mine(ethMiner, from, 1n, now - 72 * hourMs);
      }
      const before = await state();
      const as = { remoteAddress, headers };
      const refused = { status: 403, text: expect.stringMatching(/^Only the owner of this address/) };
      expect(await call(pay(), as)).toMatchObject(refused);
      expect(await call(autoPay(), { ...as, payload: { setting: true } })).toMatchObject(refused);
      expect(await call(switchTo('BSC'), as)).toMatchObject(refused);
      expect(await call(`/v3/address/${eth()}/switch`, { ...as, method: 'DELETE' })).toMatchObject(refused);
      for (const from of [stranger.v4, stranger.v6]) {
        const body = { action: 'pay' };
        const passed = await prove(doge(), body, { miner: dogeMiner as typeof ethMiner, from });
        expect([passed.state, passed.token]).toEqual(['not-owner', null]);
      }
      expect(await state()).toEqual(before);
    },
  );

  it('believes what its own proxy says of the owner [pay-09]', async () => {
    const headers = { 'x-forwarded-for': `${stranger.v4}, ${owner.v6}` };
    expect(
      await call(autoPay(), { remoteAddress: proxy.v4, headers, payload: { setting: true } }),
    ).toMatchObject({
      status: 200,
    });
  });

  it('takes no work of the last hour, and none older than a week, for a proof', async () => {
    const fresh = {
      coin: 'LTC',
      network: 'LTC',
      address: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
      memo: null,
    };
    const uuid = minerUuid(ctx.secret, fresh);
    const ask = async () =>
      (await call(`/v1/address/${uuid}/setting/auto_pay`, { payload: { setting: true } })).status;
    const now = ctx.clock.now();
    await mine(fresh, owner.v4, 1000n, now - 8 * 24 * hourMs);
    await mine(fresh, owner.v4, 1000n, now - 0.5 * hourMs);
    expect(await ask()).toBe(403);
    await mine(fresh, stranger.v4, 4000n, now - 20 * hourMs);
    await mine(fresh, owner.v4, 1000n, now - 20 * hourMs);
    // 1000 of 5000.
    expect(await ask()).toBe(403);
    await mine(fresh, owner.v4, 334n, now - 20 * hourMs);
    expect(await ask()).toBe(200);
  });

  it('gives a token for one action, one miner and one use to a client that starts a miner where the miner mines [pay-09]', async () => {
    const body = { action: 'auto_pay', setting: true };
    const at = { miner: dogeMiner as typeof ethMiner, from: owner.v6 };
    const { state: stands, token, headers, worker } = await prove(doge(), body, at);
    expect([stands, /^v-[0-9A-Z]{8}$/.test(worker)]).toEqual(['proved', true]);
    expect(Buffer.from(token, 'base64url').length).toBe(16);
    const stored = await ctx.db.query<{ all: string }>(
      sql`SELECT coalesce(string_agg(owner_challenges::text, ' '), '') AS all FROM owner_challenges`,
    );
    expect(stored[0]?.all).not.toContain(token);
    const as = { remoteAddress: stranger.v4, headers };
    expect((await call(pay(), as)).status).toBe(403);
    expect((await call(autoPay(), { ...as, payload: { setting: false } })).status).toBe(403);
    const other = `/v1/address/${eth()}/setting/auto_pay`;
    expect((await call(other, { ...as, payload: { setting: true } })).status).toBe(403);
    expect((await call(autoPay(), { ...as, payload: { setting: true } })).status).toBe(200);
    expect((await call(autoPay(), { ...as, payload: { setting: true } })).status).toBe(403);
  });

  it('forgets a challenge and a token after ten minutes', async () => {
    const at = { miner: dogeMiner as typeof ethMiner, from: owner.v4 };
    const asked = await call(`/v1/address/${doge()}/challenge`, { payload: { action: 'pay' } });
    ctx.advance(600_000);
    const late = { miner: dogeMiner, worker: asked.data.worker, source: owner.v4 };
    expect(await noticeMiner(ctx, late)).toBe('no-challenge');
    const { headers } = await prove(doge(), { action: 'pay' }, at);
    ctx.advance(600_000);
    expect((await call(pay(), { remoteAddress: stranger.v4, headers })).status).toBe(403);
  });

  it('gives no token to a client that only knows the worker name or asks for another miner', async () => {
    const asked = await call(`/v1/address/${doge()}/challenge`, { payload: { action: 'pay' } });
    await noticeMiner(ctx, { miner: dogeMiner, worker: asked.data.worker, source: owner.v4 });
    expect((await call(`/v1/address/${eth()}/challenge/${asked.data.id}`, { method: 'GET' })).status).toBe(
      404,
    );
    expect((await call(`/v1/address/${doge()}/challenge/${randomUUID()}`, { method: 'GET' })).status).toBe(
      404,
    );
  });

  it('switches the network only after a challenge and a day, announced and to be cancelled [api-19] [pay-08]', async () => {
    expect((await call(switchTo('BSC'))).status).toBe(403);
    const at = { miner: ethMiner, from: owner.v4 };
    const first = await prove(eth(), { action: 'switch', network: 'BSC' }, at);
    expect((await call(switchTo('ARBITRUM'), { headers: first.headers })).status).toBe(403);
    const announced = await call(switchTo('BSC'), { headers: first.headers });
    expect(announced).toMatchObject({
      status: 200,
      text: 'The network switch is scheduled.',
      data: { network: 'BSC', at: ctx.clock.now() + 24 * hourMs },
    });
    const look = async () => (await call(`/v5/address/${ethMiner.address}?coin=ETH`, { method: 'GET' })).data;
    expect(await look()).toMatchObject({
      network: 'ETH',
      pending_network: { network: 'BSC', at: announced.data.at },
    });
    const cancelled = await call(`/v3/address/${eth()}/switch`, { method: 'DELETE' });
    expect(cancelled).toMatchObject({ status: 200, data: { network: 'ETH' } });
    expect(await look()).toMatchObject({ network: 'ETH', pending_network: null });

    const second = await prove(eth(), { action: 'switch', network: 'BSC' }, at);
    await call(switchTo('BSC'), { headers: second.headers });
    ctx.advance(24 * hourMs - 1);
    expect(await carryOutSwitches(ctx)).toBe(0);
    ctx.advance(1);
    expect(await carryOutSwitches(ctx)).toBe(1);
    expect(await look()).toMatchObject({ network: 'BSC', address: ethMiner.address, pending_network: null });
    expect((await events(eth())).slice(-4)).toEqual([
      'network-switch-announced',
      'network-switch-cancelled',
      'network-switch-announced',
      'network-switched',
    ]);
    ctx.advance(-24 * hourMs);
  });

  describe('wallet signatures', () => {
    const secret = new Uint8Array(32).fill(5);
    const signer = {
      coin: 'ETH',
      network: 'ETH',
      address: ethereumAddressOf(secret),
      memo: null,
    };
    const uuid = () => minerUuid(ctx.secret, signer);
    const sign = (text: string, key = secret) => signEthereum(key, text);
    const ask = async (body: object) =>
      (await call(`/v1/address/${uuid()}/challenge`, { payload: body, remoteAddress: stranger.v4 })).data;
    const send = (id: string, signature: unknown) =>
      call(`/v1/address/${uuid()}/challenge/${id}/signature`, {
        payload: { signature },
        remoteAddress: stranger.v4,
      });
    beforeEach(async () => {
      // The tries of the cases before are over.
      ctx.advance(60_000);
      await mine(signer, owner.v4, 1n, ctx.clock.now());
    });

    it('switch the network from anywhere; the text names pool, miner, networks, nonce and end [pay-08] [pay-09]', async () => {
      const { id, message, signing } = await ask({ action: 'switch', network: 'BSC' });
      expect(signing).toBe('ethereum');
      const [, nonce] = /^Nonce: ([0-9a-f]{32})$/m.exec(message) ?? [];
      expect(message).toBe(
        [
          'The suite (pool.example)',
          '',
          'Switch payouts from network ETH to network BSC',
          'Coin: ETH',
          `Address: ${signer.address}`,
          `Nonce: ${nonce}`,
          `Expires: ${new Date(ctx.clock.now() + 600_000).toISOString()}`,
        ].join('\n'),
      );
      expect(message).not.toContain(id);
      const proved = await send(id, sign(message));
      expect([proved.status, proved.data.state, proved.data.message]).toEqual([200, 'proved', null]);
      const headers = { authorization: `Owner ${proved.data.token}` };
      const as = { headers, remoteAddress: stranger.v4 };
      expect((await call(`/v3/address/${uuid()}/switch?network=ARBITRUM`, as)).status).toBe(403);
      const switched = await call(`/v3/address/${uuid()}/switch?network=BSC`, as);
      expect(switched).toMatchObject({ status: 200, data: { at: ctx.clock.now() + 24 * hourMs } });
      expect((await call(`/v3/address/${uuid()}/switch?network=BSC`, as)).status).toBe(403);

      const cancel = await ask({ action: 'cancel_switch' });
      const again = await send(cancel.id, sign(cancel.message));
      const cancelled = await call(`/v3/address/${uuid()}/switch`, {
        method: 'DELETE',
        headers: { authorization: `Owner ${again.data.token}` },
        remoteAddress: stranger.v4,
      });
      expect(cancelled).toMatchObject({ status: 200, data: { network: 'ETH' } });
    });

    it('of another key, another challenge or another text prove nothing, five tries a minute', async () => {
      const [first, second] = [await ask({ action: 'switch', network: 'BSC' }), await ask({ action: 'pay' })];
      const wrong = [
        sign(first.message, new Uint8Array(32).fill(6)),
        sign(second.message),
        sign(first.message.replace('BSC', 'ARBITRUM')),
        'no signature',
        `0x${'00'.repeat(65)}`,
      ];
      for (const signature of wrong)
        expect(await send(first.id, signature)).toMatchObject({
          status: 403,
          text: expect.stringMatching(/^The signature does not match/),
        });
      expect((await send(first.id, sign(first.message))).status).toBe(429);
      ctx.advance(60_000);
      for (const body of [7, null, '', 'x'.repeat(513)])
        expect((await send(first.id, body)).status).toBe(400);
      expect((await send(randomUUID(), sign(first.message))).status).toBe(404);
      expect((await send(first.id, sign(first.message))).status).toBe(200);
    });

    it('are too late after ten minutes', async () => {
      const { id, message } = await ask({ action: 'switch', network: 'BSC' });
      ctx.advance(600_000);
      expect((await send(id, sign(message))).status).toBe(403);
    });

    it('are not asked for where the pool cannot check them', async () => {
      const monero = {
        coin: 'XMR',
        network: 'XMR',
        address:
          '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A',
        memo: null,
      };
      await mine(monero, owner.v4, 1n, ctx.clock.now());
      const asked = await call(`/v1/address/${minerUuid(ctx.secret, monero)}/challenge`, {
        payload: { action: 'pay' },
      });
      expect(asked.data).toMatchObject({ signing: null, message: null, state: 'waiting' });
    });
  });

  it('lets anyone have an idle miner paid once a day, to its own address, and nothing else [api-20]', async () => {
    const idle = {
      ...ethMiner,
      coin: 'DOGE',
      network: 'DOGE',
      address: 'D8vFz4p1L37jdg47HXKtSHA5uYLYxbGgPD',
    };
    const uuid = minerUuid(ctx.secret, idle);
    await mine(idle, owner.v4, 1000n, ctx.clock.now() - 8 * 24 * hourMs);
    await give(idle, 3n * coin);
    const as = { remoteAddress: stranger.v4 };
    expect(await call(`/v3/address/${uuid}/pay`, as)).toMatchObject({
      status: 409,
      text: 'The minimum payment is 5 DOGE',
    });
    await give(idle, 7n * coin);
    expect(await call(`/v3/address/${uuid}/pay`, as)).toMatchObject({ status: 200, data: { amount: '10' } });
    const paid = await ctx.db.query<{ address: string }>(sql`SELECT address FROM payouts`);
    expect(paid).toEqual([{ address: idle.address }]);
    await give(idle, 10n * coin);
    expect(await call(`/v3/address/${uuid}/pay`, as)).toMatchObject({
      status: 409,
      text: 'One payout per UTC day: the next one is possible from 00:00 UTC',
    });
    expect(
      (await call(`/v1/address/${uuid}/setting/auto_pay`, { ...as, payload: { setting: true } })).status,
    ).toBe(200);
    expect(
      (await call(`/v1/address/${uuid}/setting/auto_pay`, { ...as, payload: { setting: false } })).status,
    ).toBe(403);
    expect((await call(`/v3/address/${uuid}/switch?network=BSC`, as)).status).toBe(403);
  });

  it('refuses a switch while a payout is open, and holds one back that has come due [P12]', async () => {
    const at = { miner: ethMiner, from: owner.v4 };
    const [miner] = await ctx.db.query<{ id: bigint }>(sql`SELECT id FROM miners WHERE uuid = ${eth()}`);
    const id = miner?.id ?? 0n;
    const early = await prove(eth(), { action: 'switch', network: 'BSC' }, at);
    await call(switchTo('BSC'), { headers: early.headers });
    expect((await reservePayout(paying, id, 'manual')).kind).toBe('reserved');
    ctx.advance(24 * hourMs);
    expect(await carryOutSwitches(ctx)).toBe(0);
    ctx.advance(-24 * hourMs);
    await call(`/v3/address/${eth()}/switch`, { method: 'DELETE' });
    const late = await prove(eth(), { action: 'switch', network: 'BSC' }, at);
    expect(await call(switchTo('BSC'), { headers: late.headers })).toMatchObject({
      status: 409,
      text: 'A payout is in progress; switch when it has arrived',
    });
    await clearPayouts(ctx);
    await give(ethMiner, 1000n * coin);
  });

  it.each([
    ['DOGE', 404, 'ETH is not paid on DOGE'],
    ['ETH', 409, 'Payouts already use ETH'],
  ])('refuses a switch to %s', async (network, status, text) => {
    const { headers } = await prove(
      eth(),
      { action: 'switch', network },
      { miner: ethMiner, from: owner.v4 },
    );
    expect(await call(switchTo(network), { headers })).toMatchObject({ status, text });
  });

  it('refuses a network on which the address is not valid [pay-08]', async () => {
    const body = { action: 'switch', network: 'BSC' };
    const { headers } = await prove(doge(), body, { miner: dogeMiner as typeof ethMiner, from: owner.v4 });
    expect(await call(`/v3/address/${doge()}/switch?network=BSC`, { headers })).toMatchObject({
      status: 409,
      text: 'This address is not valid on BSC',
    });
  });

  it('says why a payment cannot be made [pay-05] [pay-06]', async () => {
    await suspendByOperator(ctx, 'DOGE', 'the suite looks');
    expect(await call(pay())).toMatchObject({ status: 503, text: 'Dogecoin payouts are under maintenance' });
    const look = async () =>
      (await call(`/v5/address/${dogeMiner.address}?coin=DOGE`, { method: 'GET' })).data;
    expect(await look()).toMatchObject({
      enabled: false,
      maintenance_message:
        'Dogecoin payouts are under maintenance. Your balance is safe, and mining goes on.',
    });
    await clearPayouts(ctx);
    expect((await call(pay())).status).toBe(200);
    expect(await call(pay())).toMatchObject({
      status: 409,
      text: 'One payout per UTC day: the next one is possible from 00:00 UTC',
    });
    ctx.advance(12 * hourMs);
    expect(await call(pay())).toMatchObject({ status: 409, text: 'The minimum payment is 5 DOGE' });
    ctx.advance(-12 * hourMs);
    await give(dogeMiner as typeof ethMiner, 1000n * coin);
  });

  it('offers no payment that this process would refuse because of its own block, and says so [pay-05] [P10]', async () => {
    await app.close();
    app = await buildTestHttp(ctx, {
      payouts: { ...paying, payoutBlockReason: () => 'clock-skew' },
      deployment: { ...testDeployment, sandbox: false },
    });
    expect(await call(pay())).toMatchObject({ status: 503, text: 'Dogecoin payouts are under maintenance' });
    const { data } = await call(`/v5/address/${dogeMiner.address}?coin=DOGE`, { method: 'GET' });
    expect(data).toMatchObject({
      enabled: false,
      enabled_auto_only: false,
      maintenance_message:
        'Dogecoin payouts are under maintenance. Your balance is safe, and mining goes on.',
    });
    expect(data.chains.map(({ enabled }: { enabled: boolean }) => enabled)).toEqual([false, false]);
  });

  it('changes nothing by GET or HEAD', async () => {
    const before = await state();
    for (const method of ['GET', 'HEAD'] as const) {
      for (const url of [pay(), autoPay(), switchTo('BSC')]) {
        const { statusCode } = await app.inject({ method, url: `/api${url}`, remoteAddress: owner.v4 });
        expect([404, 405]).toContain(statusCode);
      }
    }
    expect(await state()).toEqual(before);
  });

  it('refuses what another site makes a browser send', async () => {
    const before = await state();
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ])
      expect((await call(pay(), { headers })).status).toBe(403);
    const form = { origin: 'https://evil.example', 'content-type': 'text/plain' };
    expect((await call(autoPay(), { headers: form, payload: '{"setting":true}' })).status).toBe(403);
    const text = { 'content-type': 'text/plain' };
    expect((await call(autoPay(), { headers: text, payload: '{"setting":true}' })).status).toBe(415);
    expect(await state()).toEqual(before);
    const own = { origin: 'http://pool.example', host: 'pool.example', 'sec-fetch-site': 'same-origin' };
    expect((await call(autoPay(), { headers: own, payload: { setting: true } })).status).toBe(200);
  });

  it('lets an address fail five times a minute, and the owner go on', async () => {
    const headers = { authorization: `Owner ${randomBytes(16).toString('base64url')}` };
    const statuses: number[] = [];
    for (let count = 0; count < 7; count += 1)
      statuses.push(
        (await call(autoPay(), { remoteAddress: stranger.v4, headers, payload: { setting: true } })).status,
      );
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429]);
    expect((await call(autoPay(), { payload: { setting: true } })).status).toBe(200);
    ctx.advance(60_000);
    expect(
      (await call(autoPay(), { remoteAddress: stranger.v4, headers, payload: { setting: true } })).status,
    ).toBe(403);
  });
});
