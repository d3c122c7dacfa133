import { beforeEach, expect, it } from 'vitest';
import type { PaymentOrder, Rail, SignedTransaction } from '../../../domain/kernel/rail.ts';
import { claimOf } from './payment-proof.ts';
import { coin, orderOf, StandInRail, trx } from './testing/stand-in-rail.ts';

let world: StandInRail;
let rail: Rail;
beforeEach(() => {
  world = new StandInRail();
  rail = world.open();
});

const newcomer = 'TNSmmai2ox5aAeB8ZTnSyt9f82oM4jctNL';
const build = async (order: PaymentOrder, claimed: readonly string[] = []): Promise<SignedTransaction> => {
  const outcome = await rail.build([order], claimed);
  if (outcome.kind !== 'signed') throw new Error(outcome.kind);
  return outcome;
};
const hold = (sun: bigint) => world.chain.fund(world.signer.account, sun);
const infosAsked = () => world.one.asked.filter((path) => path === 'gettransactioninfobyid').length;

it('counts what waits at what it costs itself: opening an account costs more than the payment after it', async () => {
  const opening = await build(orderOf(1n, { address: newcomer }));
  const claims = [claimOf(opening.txid)];
  // 5 and 1.1 TRX wait, and 6 and 0.275 are to be paid.
  hold(12_374_999n);
  const next = orderOf(2n, { amount: 6n * coin });
  await expect(build(next, claims)).rejects.toThrow('0.000001 TRX are missing');
  hold(12_375_000n);
  await build(next, claims);
});

it('counts a payment to an account that is open at its own fee, where all would be too dear', async () => {
  const usual = await build(orderOf(1n));
  const claims = [claimOf(usual.txid)];
  const next = orderOf(2n, { amount: 6n * coin, address: newcomer });
  // 5 and 0.275 TRX wait, and 6 and 1.1 are to be paid.
  hold(12_374_999n);
  await expect(build(next, claims)).rejects.toThrow('0.000001 TRX are missing');
  hold(12_375_000n);
  await build(next, claims);
});

it('asks nodes of what waits only where that decides, and of what the pool does not know', async () => {
  const claims: string[] = [];
  for (let id = 1n; id <= 20n; id += 1n) {
    const signed = await build(orderOf(id, { amount: id * coin }), claims);
    claims.push(claimOf(signed.txid));
    await rail.send('TRX', signed.bytes);
  }
  expect(infosAsked()).toBe(0);
  world.chain.produceMany(world.chain.solidLag + 1);
  // All of them are solidified, and the pool has closed the first ten.
  const known = claims.slice(10);
  await build(orderOf(21n, { amount: 21n * coin }), known);
  expect(infosAsked()).toBe(10);
  const last = claimOf((await build(orderOf(21n, { amount: 21n * coin }), known)).txid);
  await build(orderOf(22n, { amount: 22n * coin }), [...known, last]);
  // What was seen as solidified is remembered.
  expect(infosAsked()).toBe(11);
});

it('asks what the account holds again, once a block has what waited', async () => {
  const first = await build(orderOf(1n, { amount: 900n * coin }));
  await rail.send('TRX', first.bytes);
  world.chain.produce();
  const claims = [claimOf(first.txid)];
  // 205 bytes and 64 for the result.
  const left = 1000n * trx - 900n * trx - 269_000n;
  const beyond = orderOf(2n, { amount: (left - 274_999n) * 10n ** 12n });
  await expect(build(beyond, claims)).rejects.toThrow('0.000001 TRX are missing');
  await build(orderOf(2n, { amount: (left - 275_000n) * 10n ** 12n }), claims);
});
