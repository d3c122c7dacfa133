import { parseAmount } from '@openlode/money/amount';
import { expect, it } from 'vitest';
import { withdrawOnce } from './ask-once.ts';
import { krakenFace } from './kraken-face.ts';
import { sampleVenue } from './sample-venue.ts';
import { serveVenue } from './venue-server.ts';
import { krakenUnderLoss } from './venues-under-loss.ts';

it('takes no accepted withdrawal for a later one of the same amount, where the list of the venue was behind', async () => {
  let now = Date.UTC(2026, 0, 15, 12);
  const { open, withdrawal } = krakenUnderLoss(30_000);
  const venue = sampleVenue(() => now, 'USD');
  const ignores = { newest: true };
  const server = await serveVenue(
    krakenFace(venue, { pool: { network: 'LTC', address: withdrawal.address } }, () => now, ignores),
  );
  const asked = {
    exchange: await open(server.url, () => now),
    server,
    now: () => now,
    advance: (ms: number) => (now += ms),
    isLateNow: () => false,
    explained: new Set<string>(),
  };
  const terms = { ...withdrawal, memo: '', amount: parseAmount('0.5'), feeMax: parseAmount('5') };
  expect(await withdrawOnce(asked, 'w1', terms)).toBe(1);
  let lost = 0;
  server.faultOf = () => {
    lost += 1;
    ignores.newest = false;
    return lost === 1 ? { taken: 'never', loss: 'reset' } : undefined;
  };
  expect(await withdrawOnce(asked, 'w2', terms)).toBe(2);
  expect(venue.transfers).toHaveLength(2);
  await server.close();
});

it('asks a person where an earlier attempt that was given up shows before a later one', async () => {
  const start = Date.UTC(2026, 0, 15, 12);
  let now = start;
  const { open, withdrawal } = krakenUnderLoss(30_000);
  const venue = sampleVenue(() => now, 'USD');
  const ignores = { newest: true };
  const server = await serveVenue(
    krakenFace(venue, { pool: { network: 'LTC', address: withdrawal.address } }, () => now, ignores),
  );
  const asked = {
    exchange: await open(server.url, () => now),
    server,
    now: () => now,
    advance: (ms: number) => {
      now += ms;
      // What came in meanwhile hides what went out, and the list shows it only after two looks, ten minutes apart.
      venue.balances.set('LTC', parseAmount('1000'));
      if (now > start + 1_000_000) ignores.newest = false;
    },
    isLateNow: () => false,
    explained: new Set<string>(),
  };
  server.faultOf = () => {
    venue.balances.set('LTC', parseAmount('1001'));
    return { taken: 'now', loss: 'reset' };
  };
  const terms = { ...withdrawal, memo: '', amount: parseAmount('0.5'), feeMax: parseAmount('5') };
  await expect(withdrawOnce(asked, 'w1', terms)).rejects.toThrow('it was asked of a person');
  expect(venue.transfers).toHaveLength(1);
  await server.close();
});
