import { beforeEach, expect, it } from 'vitest';
import { arrivedPayment } from './arrived-payment.ts';
import { coin, orderOf, payeeAccount, StandInRail } from './testing/stand-in-rail.ts';

let world: StandInRail;
beforeEach(() => {
  world = new StandInRail();
});

/** 5 TRX from the account of the signer, as the payee sees them. */
const send = async (id = 1n): Promise<string> => {
  const outcome = await world.open().build([orderOf(id)], []);
  if (outcome.kind !== 'signed') throw new Error(outcome.kind);
  await world.open().send('TRX', outcome.bytes);
  return outcome.txid;
};
const arrived = (txid: string, account = payeeAccount, output = 0) =>
  arrivedPayment({ txid, output }, { ...world.options(), account });

it('is what two nodes have solidified, deep enough', async () => {
  const txid = await send();
  expect(await arrived(txid)).toEqual({ kind: 'not-arrived', why: 'no node knows the transaction' });
  world.chain.produceMany(19);
  expect(await arrived(txid)).toEqual({ kind: 'not-arrived', why: 'it is in no solidified block yet' });
  world.chain.produceMany(9);
  expect(await arrived(txid)).toEqual({
    kind: 'not-arrived',
    why: 'it is 9 solidified blocks deep, and 10 are needed',
    isHeld: true,
  });
  world.chain.produce();
  expect(await arrived(txid.toUpperCase())).toEqual({ kind: 'arrived', amount: 5n * coin });
  world.two.denied.add(txid);
  expect(await arrived(txid)).toMatchObject({ why: 'no node knows the transaction' });
  world.two.fate = () => 'lost-before';
  await expect(arrived(txid)).rejects.toThrow('too few nodes say');
});

it('is nothing that pays another account, has failed, or is no payment', async () => {
  const txid = await send();
  world.chain.produceMany(1);
  const stray = world.chain.submitOther(world.signer.account);
  world.chain.produceMany(40);
  world.chain.result = 'OUT_OF_TIME';
  const failed = await send(2n);
  world.chain.produceMany(40);
  const why = async (...asked: Parameters<typeof arrived>) => {
    const answer = await arrived(...asked);
    return answer.kind === 'not-arrived' ? answer.why : 'arrived';
  };
  expect(await why(txid, `41${'11'.repeat(20)}`)).toContain('it pays no account of the pool');
  expect(await why(txid, payeeAccount, 1)).toContain('its number is 0');
  expect(await why(stray)).toBe('it is no payment of TRX');
  expect(await why(failed)).toBe('it was executed and has failed');
});

it('is no amount by which nodes do not agree', async () => {
  const txid = await send();
  world.chain.produceMany(40);
  world.two.lie = (_path, answer) =>
    JSON.parse(JSON.stringify(answer).replace('"amount":5000000', '"amount":5000001')) as object as never;
  await expect(arrived(txid)).rejects.toThrow('do not agree on what it pays');
});
