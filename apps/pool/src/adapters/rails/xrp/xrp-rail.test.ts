import { judgeTransaction } from '@openlode/ledger/judge-transaction';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PaymentOrder, Rail, SignedTransaction } from '../../../domain/kernel/rail.ts';
import { EarlierFirst } from '../../../domain/kernel/earlier-first.ts';
import { WalletShort } from '../../../domain/kernel/wallet-short.ts';
import { verifyPayment } from '../../../domain/payouts/verify-payment.ts';
import { confirmationsNeeded } from './ask-situation.ts';
import { claimOf } from './payment-proof.ts';
import { coin, orderOf, payee, StandInRail, xrp } from './testing/stand-in-rail.ts';

let world: StandInRail;
let rail: Rail;
beforeEach(() => {
  world = new StandInRail();
  rail = world.open();
});

const stranger = 'rUeEBYXHo8vF86Rqir3zWGRQ84W9efdAQd';
const build = async (order: PaymentOrder, claimed: readonly string[] = []): Promise<SignedTransaction> => {
  const outcome = await rail.build([order], claimed);
  if (outcome.kind !== 'signed') throw new Error(JSON.stringify(outcome, (_k, v) => String(v)));
  return outcome;
};
const refusal = async (order: PaymentOrder): Promise<string | undefined> => {
  const outcome = await rail.build([order], []);
  return outcome.kind === 'refused' ? outcome.payments[0]?.why : undefined;
};
const send = ({ bytes }: SignedTransaction) => rail.send('XRP', bytes);
const judged = async ({ txid, proof }: SignedTransaction) =>
  judgeTransaction(await rail.lookUp('XRP', txid, proof), confirmationsNeeded);
const balance = (address: string) => world.ledger.accounts.get(address)?.balance ?? 0n;

describe('a payment', () => {
  it('is what was ordered, and final once both servers have it validated and delivered whole', async () => {
    const order = orderOf(1n, { memo: '104318452' });
    const signed = await build(order);
    const decoded = await rail.inspect({ ...signed, network: 'XRP' });
    if (decoded === 'unreadable') throw new Error('nothing was read');
    expect(verifyPayment([order], signed.txid, decoded, rail.terms('XRP', 'XRP'))).toBeUndefined();
    expect(decoded.claims).toEqual([claimOf(world.signer.account, Number(signed.proof['sequence']))]);
    expect((await judged(signed)).evidence.kind).toBe('absent');
    expect(await send(signed)).toEqual({ kind: 'taken' });
    expect((await judged(signed)).evidence.kind).toBe('waiting');
    world.ledger.closeMany(confirmationsNeeded);
    expect(await judged(signed)).toMatchObject({
      evidence: { kind: 'confirmed', confirmations: confirmationsNeeded },
      fee: 12n * 10n ** 12n,
      unresolved: undefined,
    });
    expect(balance(payee)).toBe(15n * xrp);
    expect(await send(signed)).toMatchObject({ kind: 'refused' });
    expect(balance(payee)).toBe(15n * xrp);
  });

  it('is not final by the word of one server, or where less was delivered', async () => {
    const signed = await build(orderOf(1n));
    await send(signed);
    world.ledger.closeMany(confirmationsNeeded);
    world.two.fate = () => 'lost-before';
    expect((await judged(signed)).unresolved).toContain('a second node');
    world.two.fate = () => 'answered';
    for (const each of world.ledger.closed)
      for (const applied of each.transactions) Object.assign(applied, { delivered: 1n });
    expect((await judged(signed)).unresolved).toContain('has delivered 1 drops instead of 5000000');
  });

  it('that has failed is over, and its fee is gone', async () => {
    const signed = await build(orderOf(1n));
    await send(signed);
    const account = world.ledger.accounts.get(payee);
    if (account !== undefined) account.flags = 0x0002_0000;
    world.ledger.closeMany(confirmationsNeeded);
    expect(await judged(signed)).toMatchObject({ evidence: { kind: 'invalidated' }, fee: 12n * 10n ** 12n });
    expect(balance(payee)).toBe(10n * xrp);
  });

  it('altered anywhere is read as something else, or nothing', async () => {
    const order = orderOf(1n);
    const signed = await build(order);
    for (let at = 0; at < signed.bytes.length; at += 1) {
      const bytes = Uint8Array.from(signed.bytes);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      expect(await rail.inspect({ ...signed, bytes, network: 'XRP' })).toBe('unreadable');
    }
  });
});

describe('over', () => {
  it('is a payment whose last ledger is past, by the word of two servers that have every ledger of it', async () => {
    const signed = await build(orderOf(1n));
    const last = Number(signed.proof['lastLedger']);
    world.ledger.closeMany(last - world.ledger.height - 1);
    expect((await judged(signed)).evidence.kind).toBe('absent');
    world.ledger.close();
    world.two.lag = 1;
    expect((await judged(signed)).unresolved).toContain('a second node: only one');
    world.two.lag = 0;
    expect((await judged(signed)).evidence.kind).toBe('invalidated');
    expect(await send(signed)).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('tefMAX_LEDGER'),
    });
  });

  it.each([
    ['does not reach back', (server: StandInRail['two']) => Object.assign(server, { keepsFrom: 4 })],
    ['has a gap', (server: StandInRail['two']) => Object.assign(server, { gap: [20, 21] })],
  ])('is none where the history of a server %s', async (_name, change) => {
    const signed = await build(orderOf(1n));
    world.ledger.closeMany(300);
    change(world.two);
    const answers = await rail.lookUp('XRP', signed.txid, signed.proof);
    expect(answers.map(({ node }) => node)).toEqual(['one']);
    change(world.one);
    await expect(rail.lookUp('XRP', signed.txid, signed.proof)).rejects.toThrow('does not have all ledgers');
  });

  it('is a payment whose number another one has used, at once', async () => {
    const signed = await build(orderOf(1n));
    const other = await world
      .open({ signer: new StandInRail().signer })
      .build([orderOf(2n, { amount: 6n * coin })], []);
    if (other.kind !== 'signed') throw new Error(other.kind);
    await rail.send('XRP', other.bytes);
    world.ledger.close();
    expect((await judged(signed)).evidence.kind).toBe('invalidated');
    expect(await send(signed)).toMatchObject({ why: expect.stringContaining('tefPAST_SEQ') });
  });

  it('is nothing that a server denies while its account has used the number', async () => {
    const signed = await build(orderOf(1n));
    await send(signed);
    world.ledger.closeMany(300);
    world.two.hidden.add(signed.txid);
    const answers = await rail.lookUp('XRP', signed.txid, signed.proof);
    expect(answers.map(({ node, status }) => [node, status.kind])).toEqual([['one', 'confirmed']]);
  });
});

describe('nothing is signed', () => {
  it('while an earlier payment is open, or one server alone has it', async () => {
    const first = await build(orderOf(1n));
    const claims = [claimOf(world.signer.account, Number(first.proof['sequence']))];
    await expect(rail.build([orderOf(2n)], claims)).rejects.toThrow(EarlierFirst);
    await send(first);
    world.ledger.close();
    world.two.lag = 1;
    await expect(rail.build([orderOf(2n)], claims)).rejects.toThrow('one server alone has what used number');
    world.two.lag = 0;
    expect(Number((await build(orderOf(2n), claims)).proof['sequence'])).toBe(
      Number(first.proof['sequence']) + 1,
    );
  });

  it('while something waits that the pool does not know, in the ledger or in the queue', async () => {
    const lost = await build(orderOf(1n));
    await send(lost);
    await expect(rail.build([orderOf(2n)], [])).rejects.toThrow('that the pool does not know waits');
    world.ledger.openFee = 5000n;
    await expect(rail.build([orderOf(2n)], [])).rejects.toThrow('that the pool does not know waits');
  });

  it.each([
    ['is alone', (two: StandInRail['two']) => Object.assign(two, { fate: () => 'lost-before' })],
    ['is not in step', (two: StandInRail['two']) => Object.assign(two, { serverState: 'syncing' })],
    [
      'is blocked by an amendment',
      (two: StandInRail['two']) => Object.assign(two, { isAmendmentBlocked: true }),
    ],
    ['is of another network', (two: StandInRail['two']) => Object.assign(two, { networkId: undefined })],
  ])('where a second server %s', async (_name, change) => {
    change(world.two);
    await expect(rail.build([orderOf(1n)], [])).rejects.toThrow('two servers in step are needed');
  });

  it('where the servers are far apart', async () => {
    world.ledger.closeMany(20);
    world.two.lag = 9;
    await expect(rail.build([orderOf(1n)], [])).rejects.toThrow('the servers are 9 ledgers apart');
    world.two.lag = 8;
    await build(orderOf(1n));
  });

  it('beyond the cap of a fee, or what the account can spend beside its reserve', async () => {
    await expect(rail.build([orderOf(1n, { amount: 999n * coin })], [])).rejects.toThrow(WalletShort);
    await expect(rail.build([orderOf(1n, { amount: 999n * coin })], [])).rejects.toThrow(
      '0.000012 XRP are missing',
    );
    world.ledger.openFee = 1000n;
    await expect(rail.build([orderOf(1n)], [])).rejects.toThrow('asks for 0.0012 XRP, over the cap of 0.001');
  });
});

describe('a payee is refused', () => {
  const change = (more: object) => world.ledger.fund(stranger, 20n * xrp, more);
  const to = (more: Partial<PaymentOrder> = {}) => orderOf(1n, { address: stranger, ...more });
  it.each([
    ['that asks for a tag', { flags: 0x0002_0000 }, 'with a destination tag only'],
    ['that wants no XRP', { flags: 0x0008_0000 }, 'asks to be sent no XRP'],
    ['that has to authorise first', { flags: 0x0100_0000 }, 'that it has authorised'],
  ])('%s', async (_name, more, why) => {
    change(more);
    world.ledger.close();
    expect(await refusal(to())).toContain(why);
  });

  it('and not one that has what it asks for', async () => {
    change({ flags: 0x0102_0000, authorised: new Set([world.signer.account]) });
    world.ledger.close();
    expect(await refusal(to({ memo: '0' }))).toBeUndefined();
  });

  it('that is not on the ledger, below what opens an account', async () => {
    expect(await refusal(to({ amount: coin - 10n ** 12n }))).toContain('1 XRP at least open it');
    expect(await refusal(to({ amount: coin }))).toBeUndefined();
    expect(await rail.activated?.('XRP', stranger)).toBe(false);
    expect(await rail.activated?.('XRP', payee)).toBe(true);
  });

  it.each([
    ['a wrong letter', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk58', '', 'no address'],
    ['an address with a tag in it', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu', '', 'no address'],
    ['no key', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp', '', 'no address'],
    ['the pool', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', '7', 'the pool itself'],
    ['a tag that is none', payee, '4294967296', 'no destination tag'],
  ])('with %s', async (_name, address, memo, why) => {
    expect(await refusal(orderOf(1n, { address, memo }))).toContain(why);
  });

  it('by every server, or not yet', async () => {
    change({ flags: 0x0002_0000 });
    world.ledger.close();
    world.two.lag = 1;
    await expect(rail.build([to({ amount: 2n * coin })], [])).rejects.toThrow('servers do not agree');
  });
});

describe('what a database has lost', () => {
  it('is answered as it was signed, and nothing else is signed for it', async () => {
    const order = orderOf(1n, { orderId: 'one' });
    const first = await build(order);
    expect(await build(order)).toEqual({ kind: 'signed', ...first });
    await send(first);
    world.ledger.close();
    expect(await build(order)).toEqual({ kind: 'signed', ...first });
    world.ledger.closeMany(300);
    expect((await build(order)).txid).toBe(first.txid);
    expect(world.signer.asked).toHaveLength(1);
    expect((await judged(first)).evidence.kind).toBe('confirmed');
  });

  it('waits where another payment of the pool has its number, and is bound where that was used', async () => {
    const order = orderOf(1n, { orderId: 'one' });
    const first = await build(order);
    const second = await build(orderOf(2n, { orderId: 'two', amount: 6n * coin }));
    const claims = [claimOf(world.signer.account, Number(first.proof['sequence']))];
    expect((await rail.build([order], claims)).kind).toBe('bound');
    await send(second);
    world.ledger.close();
    expect(await rail.build([order], [])).toMatchObject({
      kind: 'bound',
      payments: [{ payoutId: 1n, before: [{ txid: first.txid, claims }] }],
    });
    expect(await rail.build([{ ...order, memo: '9' }], [])).toMatchObject({
      payments: [{ isOfAnother: true }],
    });
  });

  it('is neither signed again nor called over where both servers deny it and its number is used', async () => {
    const order = orderOf(1n, { orderId: 'one' });
    const first = await build(order);
    await send(first);
    world.ledger.closeMany(300);
    for (const server of world.servers) server.hidden.add(first.txid);
    const claims = [claimOf(world.signer.account, Number(first.proof['sequence']))];
    expect(await rail.build([order], [])).toEqual({
      kind: 'bound',
      payments: [{ payoutId: 1n, before: [{ txid: first.txid, claims }] }],
    });
    expect(world.signer.asked).toHaveLength(1);
    await expect(rail.lookUp('XRP', first.txid, first.proof)).rejects.toThrow('does not say by what');
  });

  it('is named by both servers, with its bytes', async () => {
    const from = world.ledger.ledger(1)?.at ?? 0;
    const sent: SignedTransaction[] = [];
    for (let each = 1n; each <= 7n; each += 1n) {
      const one = await build(orderOf(each));
      sent.push(one);
      await send(one);
      world.ledger.close();
    }
    const answers = await rail.outgoing(from + 900_000);
    expect(answers.map(({ node }) => node)).toEqual(['one', 'two']);
    for (const { transactions } of answers)
      expect(transactions.map(({ txid, bytes }) => [txid, Buffer.from(bytes)])).toEqual(
        sent.map(({ txid, bytes }) => [txid, Buffer.from(bytes)]),
      );
  });

  it('is not known to a server that does not reach back so far', async () => {
    world.ledger.closeMany(1000);
    for (const server of world.servers) server.keepsFrom = 900;
    await expect(rail.outgoing(world.ledger.ledger(5)?.at ?? 0)).rejects.toThrow(
      'its oldest ledger 900 is of',
    );
  });
});

it('says what can be spent and what a payment costs', async () => {
  world.ledger.openFee = 100n;
  expect(await rail.funds?.('XRP', 'XRP', [])).toEqual({
    spendable: 999n * coin,
    waiting: 0n,
    fee: 120n * 10n ** 12n,
  });
  expect(await rail.quote?.('XRP', 'XRP')).toMatchObject({
    alone: 120n * 10n ** 12n,
    cap: 10n ** 15n,
    rate: '120 drops for a transaction',
  });
});

it('takes what is queued for taken, and what is too cheap to pass on for refused', async () => {
  const signed = await build(orderOf(1n));
  world.ledger.openFee = 5000n;
  expect(await send(signed)).toEqual({ kind: 'taken' });
  world.ledger.waiting.clear();
  world.ledger.loadFee = 5000n;
  expect(await send(signed)).toMatchObject({ why: expect.stringContaining('telINSUF_FEE_P') });
  for (const server of world.servers) server.fate = () => 'lost-after';
  await expect(send(signed)).rejects.toThrow('no node has answered');
});
