import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DoctorRules } from './connection-mistakes.ts';
import { diagnoseConnection } from './diagnose-connection.ts';
import { allFamilies } from './families/all-families.ts';
import { judgeAddress } from './judge-address.ts';
import { findTestCoin, testCoins } from './testing/coins.ts';
import { parseUserString } from './user-string.ts';

const doge = 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU';
const xrp = 'rwTz3rfE4obxbRHYJ5QyjmVKEnRCTgsFai';

const rules: DoctorRules = {
  findCoin: findTestCoin,
  validators: allFamilies,
  coinsOfAddress: (address) =>
    testCoins
      .filter((coin) => judgeAddress(coin, address, allFamilies).kind === 'valid')
      .map(({ symbol }) => symbol)
      .toSorted((a, b) => Number(b === 'DOGE') - Number(a === 'DOGE'))
      .slice(0, 1),
  findPort: (port) =>
    ({
      3333: { algorithm: 'kawpow', tls: false, open: true },
      4444: { algorithm: 'kawpow', tls: true, open: true },
      3343: { algorithm: 'etchash', tls: false, open: false },
    })[port],
  portOf: () => undefined,
  minable: [],
  isSimulated: () => false,
  hosts: [],
  isTlsTrusted: true,
  findProgram: () => undefined,
  algorithmsOfCoin: (name) =>
    ({ xmr: ['kawpow'], monero: ['kawpow'], btc: ['sha256'], erg: ['ergo'] })[name] ?? [],
  findAlgorithms: (name) =>
    ({ rx: ['kawpow'], kawpow: ['kawpow'], ethash: ['ethash'], sha256d: ['sha256'], scrypt: ['scrypt'] })[
      name
    ] ?? [],
};

/** What is refused, then what is only worth a note. */
const findingsOf = (text: string, algorithm: string | null = null) => {
  const { mistakes, notes } = diagnoseConnection(text, rules, algorithm);
  return [...mistakes, ...notes];
};

describe('the doctor', () => {
  it('takes a sound user string apart and finds nothing', () => {
    expect(diagnoseConnection(`DOGE:${doge}.rig1#abcd-1234`, rules)).toEqual({
      fields: [
        { name: 'coin', text: 'DOGE' },
        { name: 'address', text: doge },
        { name: 'worker', text: 'rig1' },
        { name: 'code', text: 'abcd-1234' },
      ],
      mistakes: [],
      notes: [],
      isUnknownProgram: false,
      second: null,
      miner: { coin: 'DOGE', address: doge },
    });
  });

  it('takes a whole command apart', () => {
    const command = `./xmrig -a rx -o stratum+ssl://pool.example.org:4444 -u "DOGE:${doge}.rig1" -p x`;
    expect(diagnoseConnection(command, rules, 'kawpow')).toEqual({
      fields: [
        { name: 'scheme', text: 'stratum+ssl' },
        { name: 'host', text: 'pool.example.org' },
        { name: 'port', text: '4444' },
        { name: 'algorithm', text: 'rx' },
        { name: 'coin', text: 'DOGE' },
        { name: 'address', text: doge },
        { name: 'worker', text: 'rig1' },
      ],
      mistakes: [],
      notes: [],
      isUnknownProgram: true,
      second: null,
      miner: { coin: 'DOGE', address: doge },
    });
    expect(findingsOf(`miner -P stratum+tcp://DOGE:${doge}.rig1@pool.example.org:3333`)).toEqual([]);
    expect(findingsOf(`miner --server pool.example.org:3333 --user DOGE:${doge}.rig1`)).toEqual([]);
  });

  it.each([
    ['', [{ kind: 'no-user' }]],
    ['miner -o stratum+tcp://pool.example.org:3333', [{ kind: 'no-user' }]],
    [`DOGE-${doge}.rig1`, [{ kind: 'wrong-separator', found: '-', corrected: `DOGE:${doge}.rig1` }]],
    [`DOGE ${doge}.rig1`, [{ kind: 'wrong-separator', found: ' ', corrected: `DOGE:${doge}.rig1` }]],
    [`DOGE%3A${doge}.rig1`, [{ kind: 'wrong-separator', found: '%3A', corrected: `DOGE:${doge}.rig1` }]],
    [
      `doge_${doge}.rig1`,
      [
        { kind: 'wrong-separator', found: '_', corrected: `DOGE:${doge}.rig1` },
        { kind: 'lower-case-coin', corrected: 'DOGE' },
      ],
    ],
    [
      `DOGE-${doge}.rig1?ref=abcd-1234`,
      [{ kind: 'wrong-separator', found: '-', corrected: `DOGE:${doge}.rig1#abcd-1234` }],
    ],
    [`DOGE:${doge}/rig1`, [{ kind: 'wrong-worker-separator', found: '/', corrected: `DOGE:${doge}.rig1` }]],
    [`DOGE:${doge} rig-1`, [{ kind: 'wrong-worker-separator', found: ' ', corrected: `DOGE:${doge}.rig-1` }]],
    [`DOGE: ${doge}.rig1`, [{ kind: 'whitespace' }]],
    [`DOGE:${doge}.rig 1`, [{ kind: 'whitespace' }]],
    [`DOGE:${doge}.rig1 #abcd-1234`, [{ kind: 'whitespace' }]],
    [`doge:${doge}.rig1`, [{ kind: 'lower-case-coin', corrected: 'DOGE' }]],
    [`NOSUCH:${doge}.rig1`, [{ kind: 'unknown-coin', coin: 'NOSUCH' }]],
    [doge, [{ kind: 'no-coin', fits: ['DOGE'], corrected: `DOGE:${doge}.rig1` }]],
    [`${doge}.x#abcd-1234`, [{ kind: 'no-coin', fits: ['DOGE'], corrected: `DOGE:${doge}.x#abcd-1234` }]],
    ['no-address', [{ kind: 'no-coin', fits: [], corrected: null }]],
    [`DOGE:${xrp}.rig1`, [{ kind: 'other-coins-address', coin: 'DOGE', fits: ['XRP'] }]],
    [`XRP:${xrp}.rig1`, [{ kind: 'no-memo', coin: 'XRP' }]],
    [`XRP:${xrp}:12345.rig1`, []],
    [
      `DOGE:${doge.slice(0, -1)}V.rig1`,
      [{ kind: 'bad-address', coin: 'DOGE', outcome: { kind: 'wrong-checksum', network: 'DOGE' } }],
    ],
    [`DOGE:${doge}`, [{ kind: 'no-worker' }]],
    [`DOGE:${doge}.r!g`, [{ kind: 'bad-worker', worker: 'r!g' }]],
    [`DOGE:${doge}.rig1#a_b`, [{ kind: 'bad-code', referralCode: 'a_b' }]],
    [
      `m -o stratum+ssl://h:3333 -u DOGE:${doge}.rig1`,
      [{ kind: 'tls-on-tcp-port', port: 3333, by: 'scheme', use: 'stratum+tcp' }],
    ],
    [
      `m -o stratum+tcp://h:4444 -u DOGE:${doge}.rig1`,
      [{ kind: 'tcp-on-tls-port', port: 4444, by: 'scheme', use: 'stratum+ssl' }],
    ],
    [
      `m -o h:3333 -u DOGE:${doge}.rig1 --tls`,
      [{ kind: 'tls-on-tcp-port', port: 3333, by: 'switch', use: 'stratum+tcp' }],
    ],
    [
      `m -o h:4444 -u DOGE:${doge}.rig1 --tls off`,
      [{ kind: 'tcp-on-tls-port', port: 4444, by: 'switch', use: 'stratum+ssl' }],
    ],
    [
      `m -o h:4444 -u DOGE:${doge}.rig1`,
      [{ kind: 'tcp-on-tls-port', port: 4444, by: 'switch', use: 'stratum+ssl' }],
    ],
    [`m -pool1 h:4444 -wallet DOGE:${doge} -rigName rig1`, []],
    [`m --server h --port 3333 -u DOGE:${doge}.rig1`, []],
    [
      `m -w "DOGE ${doge}.a" -o h:3333`,
      [{ kind: 'wrong-separator', found: ' ', corrected: `DOGE:${doge}.a` }],
    ],
    [`m -w rig9 -P stratum+tcp://DOGE:${doge}.rig1@h:3333`, []],
    [`m -U -P stratum1+tls://DOGE:${doge}.rig1@h:4444`, []],
    [`ethminer -P stratum1+tls://DOGE%3A${doge}.rig1@h:4444`, []],
    [`ethminer -P stratum1+tls12://DOGE%3A${doge}.rig1@h:4444`, []],
    [`ethminer -P stratum+tls12://DOGE%3A${doge}.rig1@h:4444`, []],
    [
      `ethminer -P stratum1+tcp://DOGE:${doge}.rig1@h:3333`,
      [{ kind: 'colon-in-url', user: 'DOGE', corrected: `DOGE%3A${doge}.rig1` }],
    ],
    [
      `xmrig -a rx -o stratum+tcp://DOGE%3A${doge}.rig1@h:3333`,
      [{ kind: 'wrong-separator', found: '%3A', corrected: `DOGE:${doge}.rig1` }],
    ],
    [`t-rex -a kawpow -o stratum+tcp://h:3333 -u DOGE:${doge} -w rig1`, []],
    [`rigel -a kawpow -o [1]stratum+tcp://h:3333 -u [1]DOGE:${doge}.rig1`, []],
    [`SRBMiner-MULTI -a kawpow --pool h:3333,other.pool:1 --wallet DOGE:${doge}.rig1,DOGE:${doge}.rig1`, []],
    [`SRBMiner-MULTI -a kawpow --pool h:3333!other.pool:1 --wallet DOGE:${doge}.rig1!DOGE:${doge}.rig1`, []],
    [`ethminer -P stratum1+tls://DOGE%3a${doge}.rig1:x@h:4444`, []],
    [
      `ethminer -P stratum1+tls://DOGE%3A${doge}%FF.rig1@h:4444`,
      [
        {
          kind: 'bad-address',
          coin: 'DOGE',
          outcome: { kind: 'no-network-matches', networks: ['Dogecoin', 'BNB Smart Chain'] },
        },
      ],
    ],
    [`m -o h:3343 -u DOGE:${doge}.rig1`, [{ kind: 'closed-port', port: 3343, portOf: 'etchash' }]],
    [`m -o h:9999 -u DOGE:${doge}.rig1`, [{ kind: 'unknown-port', port: 9999 }]],
    ['x'.repeat(4097), [{ kind: 'too-long', max: 4096 }]],
  ])('names every mistake of %s', (text, mistakes) => {
    expect(findingsOf(text)).toEqual(mistakes);
  });

  it('takes a Mining Key in the place of coin and address', () => {
    const key = 'K-7QZ2MDXA4KPLW3RTBC5E';
    expect(diagnoseConnection(`m -o h:3333 -u ${key}.rig1#abcd-1234`, rules)).toEqual({
      fields: [
        { name: 'host', text: 'h' },
        { name: 'port', text: '3333' },
        { name: 'Mining Key', text: key },
        { name: 'worker', text: 'rig1' },
        { name: 'code', text: 'abcd-1234' },
      ],
      mistakes: [],
      notes: [],
      isUnknownProgram: true,
      second: null,
      miner: null,
    });
    expect(findingsOf(key.toLowerCase())).toEqual([{ kind: 'no-worker' }]);
    expect(findingsOf(`${key.slice(0, -1)}.rig1`)).toEqual([{ kind: 'bad-key' }]);
  });

  it('reads the worker where the pool reads it, although an address may hold dots', () => {
    for (const [text, address, worker] of [
      ['HIVE:miner.rig1', 'miner', 'rig1'],
      ['HIVE:cpu.miner.rig-1', 'cpu.miner', 'rig-1'],
      ['HIVE:cpu-miner', 'cpu-miner', undefined],
    ] as const) {
      const { fields, miner } = diagnoseConnection(text, rules);
      expect(miner).toEqual({ coin: 'HIVE', address });
      expect(fields.find(({ name }) => name === 'worker')?.text).toBe(worker);
      const pools = parseUserString(text, rules);
      expect(pools).toMatchObject({ kind: 'login', login: { address, worker: worker ?? 'default' } });
    }
  });

  it('knows the port of another algorithm', () => {
    expect(findingsOf(`m -o h:3333 -u DOGE:${doge}.rig1`, 'ethash')).toEqual([
      { kind: 'other-algorithms-port', port: 3333, portOf: 'kawpow', wanted: 'ethash' },
    ]);
  });

  it.each([
    ['a coin in lower case', `doge:${doge}.rig1`, ['lower-case-coin']],
    ['no worker', `DOGE:${doge}`, ['no-worker']],
    ['a worker that cannot be used', `DOGE:${doge}.r!g`, ['bad-worker']],
    ['a code that cannot be used', `DOGE:${doge}.rig1#a_b`, ['bad-code']],
    ['a space that it ignores', `DOGE: ${doge}.rig1`, ['whitespace']],
    ['a wallet without memo', `XRP:${xrp}.rig1`, ['no-memo']],
  ])('only notes what the pool accepts: %s', (_what, text, kinds) => {
    const { mistakes, notes } = diagnoseConnection(text, rules);
    expect(mistakes).toEqual([]);
    expect(notes.map(({ kind }) => kind)).toEqual(kinds);
    expect(parseUserString(text, rules).kind).toBe('login');
  });

  it('calls sound what the pool accepts, and nothing else', () => {
    const piece = fc.constantFrom(
      'DOGE',
      'doge',
      'NOPE',
      ':',
      '.',
      '-',
      ' ',
      '#',
      doge,
      `${doge}X`,
      'rig1',
      'a_b',
      'K-7QZ2MDXA4KPLW3RTBC5E',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 7 }), (pieces) => {
        const text = pieces.join('');
        // Anything with an option in it is a command.
        if (/(?:^|\s)-{1,2}[a-z]/i.test(text)) return;
        const accepted = ['login', 'mining-key'].includes(parseUserString(text, rules).kind);
        expect(diagnoseConnection(text, rules).mistakes.length === 0, text).toBe(accepted);
      }),
      { numRuns: 2000 },
    );
  });

  it('never throws', () => {
    const rough = fc.oneof(
      fc.string({ maxLength: 200 }),
      fc.string().map((text) => `-o stratum+ssl://${text} -u DOGE:${doge}.${text}`),
      fc.integer().map((seed) => String(seed)),
    );
    fc.assert(
      fc.property(rough, (text) => Array.isArray(diagnoseConnection(text, rules, 'kawpow').mistakes)),
    );
  });
});
