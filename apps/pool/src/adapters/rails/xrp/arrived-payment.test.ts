import { beforeEach, expect, it } from 'vitest';
import { arrivedPayment } from './arrived-payment.ts';
import { coin, orderOf, payee, StandInRail } from './testing/stand-in-rail.ts';

let world: StandInRail;
let txid = '';
beforeEach(async () => {
  world = new StandInRail();
  const built = await world.open().build([orderOf(1n)], []);
  if (built.kind !== 'signed') throw new Error(built.kind);
  await world.open().send('XRP', built.bytes);
  txid = built.txid.toLowerCase();
});
const arrived = (account = payee, output = 0) =>
  arrivedPayment(world.options().nodes, { txid, output }, { kind: 'regtest', account, confirmations: 3 });

it('has arrived once two servers have it deep enough', async () => {
  expect(await arrived()).toMatchObject({ kind: 'not-arrived', why: 'it is in no validated ledger yet' });
  world.ledger.closeMany(2);
  expect(await arrived()).toMatchObject({ kind: 'not-arrived', isHeld: true });
  world.ledger.close();
  expect(await arrived()).toEqual({ kind: 'arrived', amount: 5n * coin });
  expect(await arrived(payee, 1)).toMatchObject({ kind: 'not-arrived' });
  expect(await arrived('rUeEBYXHo8vF86Rqir3zWGRQ84W9efdAQd')).toMatchObject({ kind: 'not-arrived' });
  world.two.fate = () => 'lost-before';
  await expect(arrived()).rejects.toThrow('too few servers');
});

it('counts what was delivered, and not what was asked for', async () => {
  world.ledger.closeMany(3);
  for (const { transactions } of world.ledger.closed)
    for (const each of transactions) Object.assign(each, { delivered: 7n });
  expect(await arrived()).toEqual({ kind: 'arrived', amount: 7n * 10n ** 12n });
});

it('is nothing where it has failed', async () => {
  world.ledger.closeMany(3);
  for (const { transactions } of world.ledger.closed)
    for (const each of transactions) Object.assign(each, { result: 'tecNO_PERMISSION' });
  expect(await arrived()).toMatchObject({ why: 'it was executed and has failed' });
});
