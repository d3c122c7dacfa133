import { describe, expect, it } from 'vitest';
import type { DoctorRules } from './connection-mistakes.ts';
import { diagnoseConnection } from './diagnose-connection.ts';
import { allFamilies } from './families/all-families.ts';
import { findTestCoin } from './testing/coins.ts';
import { plainProgram } from './testing/program-literals.ts';

const algorithms = ['ergo', 'ethash'];
const rules: DoctorRules = {
  findCoin: findTestCoin,
  validators: allFamilies,
  coinsOfAddress: () => [],
  findPort: (port) =>
    ({
      16010: { algorithm: 'ethash', tls: false, open: true },
      16020: { algorithm: 'ergo', tls: false, open: true },
    })[port],
  portOf: (code, tls) => (tls ? undefined : { ethash: 16010, ergo: 16020 }[code]),
  minable: algorithms,
  isSimulated: () => false,
  hosts: ['pool.test'],
  isTlsTrusted: true,
  findProgram: (name) => (name === 'nbminer' ? { ...plainProgram, name: 'NBMiner' } : undefined),
  algorithmsOfCoin: (name) =>
    ({ xmr: ['kawpow'], monero: ['kawpow'], btc: ['sha256'], erg: ['ergo'] })[name] ?? [],
  findAlgorithms: (name) => algorithms.filter((each) => each === name),
};
const user = 'DOGE:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU.rig1';
const miner = { coin: 'DOGE', address: 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU' };
const judge = (command: string) => {
  const { second, ...first } = diagnoseConnection(command, rules, 'ergo');
  return [first, second].map((half) => half && [...half.mistakes, ...half.notes]);
};

describe('the doctor on a command that mines two algorithms at once', () => {
  it('finds nothing where both are right, and takes both apart', () => {
    const right = `nbminer -a ergo_ethash -o pool.test:16020 -u ${user} -do pool.test:16010 -du ${user}2`;
    const { second, ...first } = diagnoseConnection(right, rules);
    const texts = (fields: (typeof first)['fields']) => fields.map(({ text }) => text);
    expect([first.mistakes, first.notes, first.miner]).toEqual([[], [], miner]);
    expect(texts(first.fields)).toEqual(['pool.test', '16020', 'ergo', 'DOGE', miner.address, 'rig1']);
    expect(second).toMatchObject({ mistakes: [], notes: [], isUnknownProgram: false, miner });
    expect(texts(second?.fields ?? [])).toEqual([
      'pool.test',
      '16010',
      'ethash',
      'DOGE',
      miner.address,
      'rig12',
    ]);
  });

  it('judges each by its own server, algorithm and user', () => {
    expect(
      judge(
        `nbminer -a ergo_ethash -o pool.test:16010 -u ${user} --secondary-url pool.test:9 --secondary-user DOGE.x`,
      ),
    ).toMatchObject([
      [{ kind: 'other-algorithms-port', port: 16010, portOf: 'ethash', wanted: 'ergo' }],
      [{ kind: 'unknown-port', port: 9 }, { kind: 'wrong-separator' }, { kind: 'bad-address' }, {}],
    ]);
  });

  it('names the options of the second where its server or its user is missing', () => {
    const first = `nbminer -a ergo_ethash -o pool.test:16020 -u ${user}`;
    expect(judge(`${first} -do pool.test:16010`)).toEqual([[], [{ kind: 'no-user', option: '-du' }]]);
    const use = [{ algorithm: 'ethash', server: 'stratum+tcp://pool.test:16010' }];
    expect(judge(`${first} -du ${user}`)).toEqual([[], [{ kind: 'no-server', use, option: '-do' }]]);
  });

  it('does not hold the rules of this pool against what is mined elsewhere', () => {
    const away = { kind: 'other-host', host: 'ckb.example', ours: 'pool.test' };
    const command = `nbminer -a eaglesong_ethash -o ckb.example:1800 -u ckb1.rig -do pool.test:16010 -du ${user}`;
    expect(judge(command)).toEqual([[away], []]);
    expect(judge(command.replace('pool.test', 'eth.example'))).toMatchObject([
      [away, { kind: 'unknown-port' }, { kind: 'no-coin' }],
      [{ kind: 'other-host', host: 'eth.example' }],
    ]);
  });

  it('says nothing of a second algorithm elsewhere', () => {
    expect(judge(`nbminer -a ergo -o pool.test:16020 -u ${user}`)).toEqual([[], null]);
    expect(judge(user)).toEqual([[], null]);
  });
});

describe('the doctor on the forms of other programs', () => {
  it.each([
    [
      'T-Rex',
      `t-rex -a ergo --dual-algo ethash -o pool.test:16020 -u ${user} --url2 pool.test:16010 --user2 ${user}`,
    ],
    [
      'lolMiner',
      `lolMiner -a ERGO --pool pool.test:16020 --user ${user} --dualmode etc --dualpool pool.test:16010 --dualuser ${user}`,
    ],
    [
      'SRBMiner',
      `SRBMiner-MULTI --algorithm "ergo;ethash" --pool "pool.test:16020;pool.test:16010" --wallet "${user};${user}"`,
    ],
    [
      'Rigel',
      `rigel -a ergo+ethash -o [1]stratum+tcp://pool.test:16020 -u [1]${user} -o [2]stratum+tcp://pool.test:16010 -u [2]${user}`,
    ],
  ])('finds nothing in a right one of %s, and the algorithm of a wrong port', (_program, command) => {
    const known = {
      ...rules,
      findAlgorithms: (name: string) =>
        ({ ergo: ['ergo'], ethash: ['ethash'], etchash: ['ethash'] })[name] ?? [],
    };
    const judge = (text: string) => {
      const { second, ...first } = diagnoseConnection(text, known);
      return [first, second].map((half) => half && [...half.mistakes, ...half.notes]);
    };
    expect(judge(command)).toEqual([[], []]);
    expect(judge(command.replace('16010', '16020'))).toEqual([
      [],
      [{ kind: 'other-algorithms-port', port: 16020, portOf: 'ergo', wanted: 'ethash' }],
    ]);
  });
});
