import { parseAmount } from '@openlode/money/amount';
import { expect, it } from 'vitest';
import { hasCcxt, loadCcxt } from '../../../../../testing/ccxt-library.ts';
import type { CcxtModule } from './ccxt-client.ts';
import { openCcxtExchange } from './ccxt-exchange.ts';
import { gateVenue } from './ccxt-venues.ts';
import { gateFace, gateLogin } from './testing/gate-face.ts';
import { sampleVenue } from './testing/sample-venue.ts';
import { serveVenue } from './testing/venue-server.ts';

it.skipIf(!hasCcxt)(
  'asks Gate for a withdrawal a second and no more, by what ccxt knows of its limits, and judges behind that wait whether it is late',
  { timeout: 120_000 },
  async () => {
    const venue = sampleVenue(Date.now, 'USDT');
    const server = await serveVenue(gateFace(venue, Date.now));
    const leftAt: number[] = [];
    server.faultOf = () => {
      leftAt.push(performance.now());
      return undefined;
    };
    const gate = await openCcxtExchange(await loadCcxt<CcxtModule>(), {
      ...gateLogin,
      venue: gateVenue,
      url: `${server.url}/api/v4`,
      now: Date.now,
      limits: { callMs: 30_000, bytesMax: 1_000_000 },
    });
    const terms = {
      coin: 'LTC',
      network: 'LTC',
      address: 'ltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq',
      memo: '',
      amount: parseAmount('0.5'),
      feeMax: parseAmount('5'),
    };
    const ask = (id: string, madeAt = Date.now()) => gate.withdraw({ ...terms, id, madeAt });
    for (const id of ['w1', 'w2', 'w3', 'w4']) expect(await ask(id)).toMatchObject({ kind: 'accepted' });
    const apart = leftAt.slice(1).map((at, each) => at - (leftAt[each] ?? 0));
    // The first may leave at once; what follows waits.
    expect(Math.min(...apart.slice(1))).toBeGreaterThan(900);
    // Half of what it may take has nearly passed, and passes while it waits.
    expect(await ask('w5', Date.now() - gateVenue.signedMs + 300)).toMatchObject({ kind: 'not-sent' });
    expect(venue.transfers).toHaveLength(4);
    await server.close();
  },
);
