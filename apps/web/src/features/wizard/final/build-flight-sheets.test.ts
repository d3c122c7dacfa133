import { findProgram } from '@openlode/catalogue/programs';
import type { Transport } from '@openlode/mining/mining-program';
import { describe, expect, it } from 'vitest';
import { buildFlightSheets } from './build-flight-sheets.ts';

const values = {
  coin: 'DOGE',
  address: 'D1',
  memo: null,
  worker: 'rig',
  referralCode: 'abcd-1234',
  host: 'pool.example.org',
  port: 4444,
};

function sheetsOf(code: string, pair: string, transport: Transport, more: Partial<typeof values> = {}) {
  const program = findProgram(code);
  const algorithm = program?.algorithms.find((each) => each.algorithm === pair);
  if (program === undefined || algorithm === undefined) throw new Error(`${code} does not mine ${pair}`);
  const sheets = buildFlightSheets({
    program,
    algorithm,
    transport,
    values: { ...values, ...more },
    mined: 'XMR',
  });
  return Object.fromEntries(sheets.map(({ system, text }) => [system, text.split('\n')]));
}

describe('flight sheets', () => {
  it('hold the fields of the three mining systems, with the program’s own TLS switch', () => {
    expect(sheetsOf('xmrig', 'randomx', 'tls')).toEqual({
      HiveOS: [
        'Coin: XMR',
        'Miner: XMRig',
        'Hash algorithm: rx/0',
        'Wallet and worker template: DOGE:D1.rig#abcd-1234',
        'Pool URL: pool.example.org:4444',
        'Pass: x',
        'Extra config arguments: -k --tls',
      ],
      mmpOS: [
        'Coin: XMR',
        'Miner: XMRig',
        'Algorithm: rx/0',
        'Pool: pool.example.org:4444',
        'Username: DOGE:D1.rig#abcd-1234',
        'Password: x',
        'Additional arguments: -k --tls',
      ],
      // It appends the worker by itself: with a whole user string in the wallet the worker stood there twice.
      RaveOS: [
        'Coin: XMR',
        'Miner: XMRig',
        'Algorithm: rx/0',
        'Pool URL: pool.example.org:4444',
        'Wallet: DOGE:D1',
        'Worker name: rig#abcd-1234',
        'Password: x',
        'Extra config arguments: -k --tls',
      ],
    });
  });

  it.each([
    ['lolminer', 'etchash', 'tls', 'pool.example.org:4444', '--tls on'],
    ['lolminer', 'etchash', 'tcp', 'pool.example.org:4444', '--tls off'],
    ['gminer', 'kawpow', 'tls', 'pool.example.org:4444', '--ssl 1'],
    ['srbminer', 'randomx', 'tls', 'pool.example.org:4444', '--tls true'],
    ['nanominer', 'blake3', 'tls', 'pool.example.org:4444', '-useSSL true'],
    ['trex', 'kawpow', 'tls', 'stratum+ssl://pool.example.org:4444', ''],
    ['wildrig', 'kawpow', 'tls', 'stratum+tcps://pool.example.org:4444', ''],
    ['miniz', 'beamhash', 'tls', 'ssl://pool.example.org:4444', ''],
    ['miniz', 'beamhash', 'tcp', 'pool.example.org:4444', ''],
  ] as const)('%s on %s over %s goes to %s with %s', (code, pair, transport, pool, reported) => {
    const hive = sheetsOf(code, pair, transport)['HiveOS'] ?? [];
    expect(hive).toContain(`Pool URL: ${pool}`);
    expect(hive.find((line) => line.startsWith('Extra')) ?? '').toContain(reported);
  });

  it('keep to one line a field, whatever was typed', () => {
    expect(sheetsOf('xmrig', 'randomx', 'tcp', { address: 'D1\nPool URL: x' })['HiveOS']).toContain(
      'Wallet and worker template: DOGE:D1 Pool URL: x.rig#abcd-1234',
    );
  });
});
