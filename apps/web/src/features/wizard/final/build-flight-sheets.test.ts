import { findProgram } from '@openlode/catalogue/programs';
import { expect, it } from 'vitest';
import { buildFlightSheets } from './build-flight-sheets.ts';

const program = findProgram('xmrig');
const algorithm = program?.algorithms.find((each) => each.algorithm === 'randomx');
if (program === undefined || algorithm === undefined) throw new Error('XMRig mines RandomX');

it('writes the fields of the three mining systems', () => {
  const sheets = buildFlightSheets({
    program,
    algorithm,
    transport: 'tls',
    values: {
      coin: 'DOGE',
      address: 'D1\nx',
      memo: null,
      worker: 'rig',
      code: 'abcd-1234',
      host: 'pool.example.org',
      port: 4444,
    },
  });
  expect(sheets.map(({ system }) => system)).toEqual(['HiveOS', 'mmpOS', 'RaveOS']);
  expect(sheets[0]?.text.split('\n')).toEqual([
    'Coin: DOGE',
    'Miner: XMRig',
    'Hash algorithm: rx/0',
    'Wallet and worker template: DOGE:D1 x.rig#abcd-1234',
    'Pool URL: stratum+ssl://pool.example.org:4444',
    'Pass: x',
  ]);
});
