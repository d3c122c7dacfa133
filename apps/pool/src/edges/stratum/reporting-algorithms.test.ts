import { algorithms } from '@openlode/catalogue/algorithms';
import { reportedHashrate, reportsHashrate } from '@openlode/stratum/core/reported-hashrate';
import { readMessage } from '@openlode/stratum/wire/message';
import { expect, it } from 'vitest';
import { protocolOf } from './protocols.ts';

const login = { coin: 'ETC', network: 'etc', address: '0x1', memo: null, worker: 'rig1', referralCode: null };
const methods = ['eth_submitHashrate', 'alph_submitHashrate', 'mining.hashrate'];

it('a reported hashrate is charted for the algorithms whose programs can report one, and for no other', () => {
  const canReport = algorithms.filter(({ code }) =>
    protocolOf(code).dialects.some(({ name }) =>
      methods.some((method) => {
        const said = readMessage(JSON.stringify({ id: 1, method, params: [1000] }));
        return reportedHashrate(name, said, { workers: new Map([['rig1', login]]) }) !== undefined;
      }),
    ),
  );
  const charted = algorithms.filter(({ chartSeries }) => chartSeries.includes('reported'));
  expect(canReport.map(({ code }) => code).toSorted()).toEqual([
    'blake3',
    'etchash',
    'ethash',
    'kawpow',
    'octopus',
    'xelishash',
  ]);
  expect(charted).toEqual(canReport);
  const reporting = algorithms.filter(({ code }) =>
    protocolOf(code).dialects.some(({ name }) => reportsHashrate(name)),
  );
  expect(reporting).toEqual(canReport);
});
