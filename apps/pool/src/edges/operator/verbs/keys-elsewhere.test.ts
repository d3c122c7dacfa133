import { expect, it } from 'vitest';
import { correctPlace } from '../../../domain/treasury/places/operate-places.ts';
import { ordersVerbs } from './orders.ts';
import { transfersVerbs } from './transfers.ts';

const why = 'the keys of exchanges are with the process that has the role treasury: give the command there';

/** What a verb answers in a process whose settings name keys and whose roles are not treasury; it has no database that could be asked. */
async function answered(name: string, typed: object): Promise<unknown> {
  const verb = [...ordersVerbs.verbs, ...transfersVerbs.verbs].find((each) => each.name === name);
  const payouts = { hasKeysElsewhere: true, traders: [], withdrawers: [] };
  return verb?.run({ payouts, actor: 'ann' } as never, { reason: 'it has to be', ...typed });
}

it.each([
  ['orders place', { send: true }],
  ['orders end', { id: 'a' }],
  ['orders adopt', { place: 'kraken', order: 'a' }],
  ['transfers send', { coin: 'LTC', send: true }],
  ['transfers end', { id: 'a' }],
])('%s is refused in a process without the keys, and says where they are', async (name, typed) => {
  expect(await answered(name, typed)).toEqual({ kind: 'refused', why });
});

it.each(['orders look', 'transfers look', 'transfers plan'])('%s asks nothing there either', async (name) => {
  await expect(answered(name, {})).rejects.toThrow(why);
});

it('books no difference of a place without asking for the trades that could explain it', async () => {
  const ctx = { hasKeysElsewhere: true, actor: 'ann' } as unknown as Parameters<typeof correctPlace>[0];
  const request = { place: 'kraken', coin: 'LTC', amount: '1', atMost: '1', reason: 'it has to be' };
  expect(await correctPlace(ctx, request)).toEqual({ kind: 'refused', why });
});
