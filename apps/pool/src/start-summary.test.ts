import { expect, it } from 'vitest';
import { startSummary } from './start-summary.ts';

it('tells the person at the terminal where to go, how to mine, where data lies and how to stop', () => {
  expect(
    startSummary({
      kind: 'sandbox',
      url: 'http://localhost:8080',
      servers: [
        { algorithm: 'sha256', address: 'stratum+tcp://localhost:3433' },
        { algorithm: 'scrypt', address: 'stratum+tcp://localhost:3423' },
      ],
      dataDirectory: '/srv/openlode',
      database: undefined,
    }),
  ).toBe(`
  Openlode sandbox: its chain, rates and payouts are simulated, nothing here has value.

  Site      http://localhost:8080
  Miners    sha256  stratum+tcp://localhost:3433
            scrypt  stratum+tcp://localhost:3423
  Try it    npm run mine -- DOGE:YOUR_ADDRESS.rig1 3433
  Data      /srv/openlode
  Stop      Ctrl+C

`);
});

it('names no site where another process serves it, and no miners where another one has them', () => {
  const kind = 'regtest';
  expect(
    startSummary({ kind, url: undefined, servers: [], dataDirectory: '/srv/openlode', database: 'db/pool' }),
  ).toBe(`
  Openlode on test networks: the coins that are mined here have no value.

  Data      /srv/openlode, database db/pool
  Stop      Ctrl+C

`);
});

it('says of a pool of money what was never tried, and names no program that mines for fun', () => {
  const servers = [{ algorithm: 'sha256', address: 'stratum+tcp://pool.example:3433' }];
  const summary = startSummary({
    kind: 'real',
    url: 'https://pool.example',
    servers,
    dataDirectory: '/srv/openlode',
    database: 'db/pool',
  });
  expect(summary).toContain('nothing of this release was ever run against a real network.');
  expect(summary).not.toMatch(/test network|sandbox|npm run mine/i);
});
