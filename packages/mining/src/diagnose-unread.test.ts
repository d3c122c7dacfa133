import { describe, expect, it } from 'vitest';
import type { DoctorRules } from './connection-mistakes.ts';
import { diagnoseConnection } from './diagnose-connection.ts';
import { allFamilies } from './families/all-families.ts';
import { findTestCoin } from './testing/coins.ts';
import { plainProgram } from './testing/program-literals.ts';

const user = '-u DOGE:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU.rig1 -p x';
const rules: DoctorRules = {
  findCoin: findTestCoin,
  validators: allFamilies,
  coinsOfAddress: () => [],
  findPort: (port) =>
    ({
      16040: { algorithm: 'sha256', tls: false, open: true },
      16050: { algorithm: 'scrypt', tls: false, open: true },
    })[port],
  portOf: () => undefined,
  minable: ['sha256', 'scrypt'],
  isSimulated: () => false,
  hosts: ['pool.test'],
  isTlsTrusted: true,
  findProgram: (name) => (name === 'lax' ? { ...plainProgram, name: 'Lax' } : undefined),
  algorithmsOfCoin: (name) => ({ btc: ['sha256'], erg: ['autolykos'] })[name] ?? [],
  findAlgorithms: (name) => ({ sha256d: ['sha256'], scrypt: ['scrypt'] })[name] ?? [],
};
const diagnose = (command: string) => diagnoseConnection(`${command} ${user}`, rules);

describe('the doctor on what it cannot compare', () => {
  it('leaves open what was not compared', () => {
    const notesOf = (command: string) => diagnose(command).notes;
    const unread = (option: string) => [{ kind: 'unread-part', option }];
    const right = 'lax -a scrypt -o stratum+tcp://pool.test:16050';
    expect(notesOf(right)).toEqual([]);
    for (const [more, option] of [
      ['--dalgo kaspa --dserver pool.test:1 --duser A.r', '--dalgo'],
      ['--a2 kaspa --p2 b:2 --w2 B.r', '--a2'],
      ['--kas -o b:2 -u B.r --kas_end', '--kas'],
      ['--ton -o b:2 -u B.r --ton_end', '--ton_end'],
      ['--dualmode KASPADUAL', '--dualmode'],
      ['--url2 b:2 --user2 B.r', '--url2'],
    ] as const)
      expect(notesOf(`${right} ${more}`), more).toEqual(unread(option));
    expect(notesOf(`${right} --dualmode none`)).toEqual([]);
    expect(notesOf('lax -algo scrypt -pool1 pool.test:16050 -algo sha256d')).toEqual(unread('-algo'));
    const three =
      'SRBMiner-MULTI --algorithm "scrypt;sha256d;scrypt" --pool "pool.test:16050;pool.test:16040" --wallet "A;B"';
    expect(diagnoseConnection(three, rules).notes).toContainEqual(unread('--algorithm')[0]);
    expect(notesOf('lax -o stratum+tcp://pool.test:16050')).toEqual([
      { kind: 'unnamed-algorithm', coin: null, portOf: 'scrypt' },
    ]);
  });

  it('reads the algorithm of a coin, where that is known', () => {
    const coin = (name: string) => diagnose(`lax --coin ${name} -o stratum+tcp://pool.test:16040`);
    expect(coin('BTC')).toMatchObject({ mistakes: [], notes: [] });
    expect(coin('erg').mistakes).toEqual([
      { kind: 'other-algorithms-port', port: 16040, portOf: 'sha256', wanted: 'autolykos' },
    ]);
    expect(coin('XYZ')).toMatchObject({
      mistakes: [],
      notes: [{ kind: 'unnamed-algorithm', coin: 'XYZ', portOf: 'sha256' }],
    });
  });
});
