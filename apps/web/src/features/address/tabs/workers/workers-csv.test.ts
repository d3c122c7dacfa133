import { expect, it } from 'vitest';
import { workersCsv } from './workers-csv.ts';

it('has a line for each worker of the list, its rate in the unit of the algorithm, unknown counts empty', () => {
  const last = Date.UTC(2026, 10, 23, 12, 0, 5);
  const worker = { last, rhr: 0, referral: null };
  const rejected = { stale: 3, duplicate: 1, low_difficulty: 2, malformed: 4 };
  const csv = workersCsv(
    [
      {
        algorithm: 'kawpow',
        lines: [
          {
            name: 'rack-1',
            total: 1,
            online: 1,
            last,
            rate: 21.5,
            reported: 0,
            shares: { accepted: 900, rejected },
            worker: { ...worker, name: 'rack-1', online: true, chr: 21.5, referral: 'abcd-1234' },
          },
          {
            name: 'rack-2',
            total: 1,
            online: 0,
            last,
            rate: 0,
            reported: 0,
            shares: undefined,
            worker: { ...worker, name: 'rack-2', online: false, chr: 0 },
          },
        ],
      },
    ],
    () => ({ preUnitOfMeasurement: 'm', unitLabel: 'H/s' }),
  );
  expect(csv.split('\r\n')).toEqual([
    'algorithm,worker,state,hashrate,unit,accepted_24h,stale_24h,rejected_24h,last_share,referral_code',
    'kawpow,rack-1,online,21500000,H/s,900,3,7,2026-11-23T12:00:05.000Z,abcd-1234',
    'kawpow,rack-2,offline,0,H/s,,,,2026-11-23T12:00:05.000Z,',
    '',
  ]);
});
