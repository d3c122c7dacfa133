import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { base58xmr } from '@scure/base';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { moved, payer, type RecordedPayment, toFurther, toTwo } from '../../../testing/monero-payments.ts';
import type { SignRequest } from '@openlode/signing/messages';
import { sayCost } from './commands/move-outputs.ts';
import { Refused, type SigningWallet } from './families/family.ts';
import { keccak } from './families/monero/curve.ts';
import { moneroFamily } from './families/monero/family.ts';
import { beginJournal, Journal } from './journal/journal.ts';
import { readPolicy } from './policy/read-policy.ts';
import { Signer } from './signer.ts';
import { signerFiles } from './signer-files.ts';
import { noon, openTestSigner, owner } from './testing/test-signer.ts';

const network = 'XMR-regtest';
const secret = Uint8Array.from(Buffer.from(payer.spendKey, 'hex'));
const policy = `networks:
  ${network}: { payment: 2, day: 4, fee: 0.01, feeRate: 2000000, walletPort: 18090 }
`;

/** A wallet that signs what it is given by a name. */
const recorded: Readonly<Record<string, RecordedPayment>> = { aa: toTwo, bb: toFurther };
let asked: string[];
const wallet: SigningWallet = {
  ready: async () => undefined,
  async sign(unsigned) {
    asked.push(unsigned);
    const payment = recorded[unsigned];
    if (payment === undefined) throw new Refused('unreadable', 'The wallet cannot do it (-1).');
    const [bytes, keys] = [payment.raw, payment.keys].map((hex) => Uint8Array.from(Buffer.from(hex, 'hex')));
    return { bytes: bytes ?? new Uint8Array(), keys: keys ?? new Uint8Array() };
  },
  signAll: async () => [],
  keyImages: async (outputs) => [{ image: outputs.padEnd(64, '0'), signature: 'ab'.repeat(64) }],
  close: async () => undefined,
};

let folder: string;
let journal: Journal;
let signer: Signer;
beforeEach(() => {
  asked = [];
  folder = mkdtempSync(join(tmpdir(), 'openlode-signer-'));
  beginJournal(signerFiles(folder), owner, noon);
  journal = Journal.open(signerFiles(folder), owner);
  signer = openSigner(new Map([[network, wallet]]));
});
afterEach(() => {
  journal.close();
  rmSync(folder, { recursive: true });
});

const openSigner = (wallets: ReadonlyMap<string, SigningWallet>): Signer =>
  new Signer({ keys: [{ network, secret }], policy: readPolicy(policy), journal, now: () => noon, wallets });

const request = (unsigned: string, { orders }: RecordedPayment, ids: readonly string[]): SignRequest => ({
  type: 'sign',
  network,
  kind: 'payout',
  orders: orders.map((order, at) => ({ ...order, payoutId: ids[at] ?? '' })),
  unsigned,
});

it('signs through the wallet, and answers the same request with the same bytes', async () => {
  const first = await signer.respond(request('aa', toTwo, ['one', 'two']));
  expect(first).toMatchObject({ ok: true, txid: toTwo.txid, fee: toTwo.fee, again: false });
  const again = await signer.respond(request('aa', toTwo, ['one', 'two']));
  expect(again).toEqual({ ...first, again: true });
  expect(journal.head.entry).toBe(2);
});

it('says by its id what it has signed', async () => {
  const signed = await signer.respond(request('aa', toTwo, ['one', 'two']));
  if (!('bytes' in signed)) throw new Error('not signed');
  const asked = { type: 'transaction', network, txid: toTwo.txid } as const;
  expect(await signer.respond(asked)).toMatchObject({
    count: 1,
    transactions: [
      { txid: toTwo.txid, bytes: signed.bytes, orders: [{ payoutId: 'one' }, { payoutId: 'two' }] },
    ],
  });
  expect(await signer.respond({ ...asked, txid: 'ab'.repeat(32) })).toMatchObject({
    count: 0,
    transactions: [],
  });
});

it('lets nothing out that a wallet has signed besides the orders', async () => {
  const other = await signer.respond(request('aa', toFurther, ['one']));
  expect(other).toMatchObject({ ok: false, reason: 'outputs' });
  expect(await signer.respond(request('cc', toTwo, ['one', 'two']))).toMatchObject({ reason: 'unreadable' });
  expect(journal.head.entry).toBe(1);
});

it('signs for a payout again what shares an image with what was signed before', async () => {
  const first = await signer.respond(request('aa', toTwo, ['one', 'two']));
  const second = await signer.respond(request('bb', toFurther, ['two']));
  if (!('claims' in first) || !('claims' in second)) throw new Error('not signed');
  expect(first.claims.filter((claim) => second.claims.includes(claim))).toHaveLength(2);
});

it('sweeps to an address of its list, over the cap of payments, and to no other', async () => {
  const sweep = { ...request('bb', toFurther, ['sweep']), kind: 'sweep' as const };
  expect(await signer.respond(sweep)).toMatchObject({ ok: false, reason: 'not-allowed' });
  expect(journal.head.entry).toBe(1);
  const [to] = toFurther.orders;
  const listed = policy.replace('payment: 2', `payment: 1, sweepTo: [${to?.address}]`);
  const own = new Signer({
    keys: [{ network, secret }],
    policy: readPolicy(listed),
    journal,
    now: () => noon,
    wallets: new Map([[network, wallet]]),
  });
  expect(await own.respond(request('bb', toFurther, ['payout']))).toMatchObject({ reason: 'payment-cap' });
  const signed = await own.respond(sweep);
  expect(signed).toMatchObject({ ok: true, txid: toFurther.txid, again: false });
  expect(await own.respond(sweep)).toEqual({ ...signed, again: true });
  // Its bytes are no payout's.
  expect(await own.respond({ ...sweep, kind: 'payout' })).toMatchObject({ reason: 'other-orders' });
});

it('sweeps to an address of its list in its own form alone: its owner finds nothing that is paid in another', async () => {
  const [order] = toFurther.orders;
  const to = order?.address ?? '';
  expect(moneroFamily.targetOf(network, inForm(to, 18))).toBe(moneroFamily.targetOf(network, to));
  for (const listed of [inForm(to, 18), to]) {
    const own = new Signer({
      keys: [{ network, secret }],
      policy: readPolicy(policy.replace('payment: 2', `payment: 1, sweepTo: [${listed}]`)),
      journal,
      now: () => noon,
      wallets: new Map([[network, wallet]]),
    });
    const sweep = { ...request('bb', toFurther, ['sweep']), kind: 'sweep' as const };
    expect(await own.respond(sweep)).toMatchObject(
      listed === to ? { ok: true, txid: toFurther.txid } : { ok: false, reason: 'not-allowed' },
    );
  }
});

/** The keys of an address in another form. */
function inForm(address: string, prefix: number): string {
  const body = Uint8Array.from([prefix, ...base58xmr.decode(address).slice(1, -4)]);
  return base58xmr.encode(Uint8Array.from([...body, ...keccak(body).subarray(0, 4)]));
}

it('counts what leaves: 3 and 2 of 4 a day', async () => {
  await signer.respond(request('aa', toTwo, ['one', 'two']));
  expect(await signer.respond(request('bb', toFurther, ['three']))).toMatchObject({ reason: 'day-cap' });
});

it('hands on images of outputs, of networks that have a wallet', async () => {
  expect(await signer.respond({ type: 'key-images', network, outputs: 'ab' })).toEqual({
    ok: true,
    type: 'key-images',
    images: [{ image: 'ab'.padEnd(64, '0'), signature: 'ab'.repeat(64) }],
  });
  expect(await signer.respond({ type: 'key-images', network: 'LTC', outputs: 'ab' })).toMatchObject({
    reason: 'unknown-network',
  });
  expect(asked).toEqual([]);
});

it('signs nothing without its wallet', async () => {
  expect(await openSigner(new Map()).respond(request('aa', toTwo, ['one', 'two']))).toMatchObject({
    reason: 'unreadable',
  });
});

describe('everything of an older key', () => {
  const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
  const newest = bytesOf(moved.newer.spendKey);
  const secrets = [secret, newest];
  const signed = [{ bytes: bytesOf(moved.raw), keys: bytesOf(moved.keys) }];
  const open = (keys: readonly Uint8Array[] = secrets, limits = policy): Signer =>
    new Signer({
      keys: keys.map((each) => ({ network, secret: each })),
      policy: readPolicy(limits),
      journal,
      now: () => noon,
    });
  const refusal = (work: () => unknown): string => {
    try {
      work();
    } catch (error) {
      if (error instanceof Refused) return `${error.reason}: ${error.message}`;
      throw error;
    }
    return 'none';
  };
  const { balance } = moved;
  /** Behind version, lock, count, form, amount, and a ring of sixteen. */
  const imageAt = 6 + 16;

  it('comes to the newest, whatever the caps of payments, for its fee alone, and once', () => {
    const [line, another] = open().moveOutputs(network, { unsigned: 'aa', signed, balance });
    expect(another).toBeUndefined();
    expect(line).toMatchObject({ kind: 'sweep', orders: [], txid: moved.txid, fee: moved.fee });
    expect(Buffer.from(moneroFamily.rawOf?.(bytesOf(line?.bytes ?? '')) ?? []).toString('hex')).toBe(
      moved.raw,
    );
    expect(open().describe().networks[0]?.spentToday).toBe(moved.fee);
    // What a wallet draws for a second time is not taken.
    const drawn = [{ bytes: bytesOf(moved.again.raw), keys: bytesOf(moved.again.keys) }];
    expect(open().moveOutputs(network, { unsigned: 'aa', signed: drawn, balance })).toEqual([line]);
    expect(journal.head.entry).toBe(2);
  });

  it('is refused where a unit of it stays, goes elsewhere, or costs more than the caps of fees', () => {
    const move = (signer: Signer, more = {}) =>
      refusal(() => signer.moveOutputs(network, { unsigned: 'aa', signed, balance, ...more }));
    expect(move(open(), { balance: balance + 1n })).toBe(
      'outputs: It takes 35.182325326078 of the older account, which has 35.182325326079.',
    );
    expect(move(open(), { signed: [], balance })).toMatch(/^outputs: It takes 0 /);
    expect(move(open(), { signed: [...signed, ...signed], balance: 2n * balance })).toMatch(
      /^outputs: Two of its transactions spend the same/,
    );
    // Another image with the same outputs, as a wallet makes that draws one secret twice.
    const image = '60ae950e';
    expect(moved.raw.split(image)).toHaveLength(2);
    const raw = moved.raw.replace(image, '60ae950f');
    const drawnTwice = [...signed, { bytes: bytesOf(raw), keys: bytesOf(moved.keys) }];
    expect(move(open(), { signed: drawnTwice, balance: 2n * balance })).toBe(
      'outputs: Two of its outputs have one key: only one of them could be spent.',
    );
    expect(move(open([newest, secret]))).toBe(
      'outputs: An output does not come to the account of the newest key.',
    );
    const paid = [toTwo, toFurther].map(({ raw, keys }) => ({ bytes: bytesOf(raw), keys: bytesOf(keys) }));
    for (const each of paid)
      expect(move(open(), { signed: [...signed, each], balance })).toMatch(/^outputs: An output does not/);
    expect(move(open(secrets, policy.replace('fee: 0.01', 'fee: 0.0001')))).toMatch(/^fee-cap: /);
    expect(move(open(secrets, policy.replace('feeRate: 2000000', 'feeRate: 1')))).toMatch(/^fee-rate-cap: /);
    const otherSecrets = [{ bytes: bytesOf(moved.raw), keys: bytesOf(moved.again.keys) }];
    expect(move(open(), { signed: otherSecrets })).toMatch(/^(?:outputs|unreadable): /);
    expect(journal.head.entry).toBe(1);
  });

  it('is signed whole or not at all: the fees of all its transactions are looked at before the first is signed', () => {
    // The same account's once more, out of something else.
    const other = bytesOf(moved.again.raw);
    other[imageAt] = (other[imageAt] ?? 0) ^ 1;
    const both = [...signed, { bytes: other, keys: bytesOf(moved.again.keys) }];
    const asked = { unsigned: 'aa', signed: both, balance: 2n * balance };
    const move = (day: string) => () =>
      open(secrets, policy.replace('2, day: 4, fee: 0.01', `0.002, day: ${day}, fee: 0.002`)).moveOutputs(
        network,
        asked,
      );
    // Enough for one of two fees of 0.0018084.
    expect(refusal(move('0.0036167'))).toMatch(/^day-cap: 1808400000 of 3616700000 left today/);
    expect(journal.head.entry).toBe(1);
    const lines = move('0.0036168')();
    expect(sayCost(lines, 2n * balance, 12)).toBe(
      '70.361033852156 comes to the newest key, and 0.0036168 goes to the network as fees (transactions: 2). Send nothing of it where that is too much.',
    );
    expect(lines.map(({ txid }) => txid)).toEqual([moved.txid, expect.not.stringMatching(moved.txid)]);
    expect(journal.head.entry).toBe(3);
    // What was signed costs nothing more.
    expect(move('0.0036168')()).toEqual(lines);
  });

  it('is none of a network without a wallet', () => {
    const litecoin = openTestSigner();
    const move = { unsigned: 'aa', signed, balance };
    expect(refusal(() => litecoin.signer.moveOutputs('LTC-regtest', move))).toMatch(/^unsupported: /);
    litecoin.close();
  });

  it('is no payee of the pool', async () => {
    const own = open([newest, secret]);
    const order = { address: moved.newer.address, amount: 1n, payoutId: 'one' };
    const request = { type: 'sign', network, kind: 'payout', orders: [order], unsigned: 'aa' } as const;
    expect(own.answer(request, signed[0])).toMatchObject({ reason: 'own-address', payoutIds: ['one'] });
  });
});
