import { programs } from '@openlode/catalogue/programs';
import { algorithmListExample } from '@openlode/contracts/examples/algorithms';
import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { buildCommand } from '@openlode/mining/build-command';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Doctor, loadDoctor } from './load-doctor.ts';

const [example] = algorithmListExample.data;
if (example === undefined) throw new Error('there is no example of an algorithm');
const [tcp, tls] = [3333, 4444];
const algorithm = (code: string, port: number, work: AlgorithmItem['work']): AlgorithmItem => ({
  ...example,
  code,
  work,
  globalServer: {
    ...example.globalServer,
    defaultPort: port,
    alternativePorts: [],
    sslPorts: [port - tcp + tls],
    highDiffPorts: [],
    extraPorts: [],
  },
  alternativeServers: [],
});

const addresses = [
  ['DOGE', 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU'],
  ['KAS', 'kaspa:qpzpfwcsqsxhxwup26r55fd0ghqlhyugz8cp6y3wxuddc02vcxtjg75pspnwz'],
  ['XRP', 'rwTz3rfE4obxbRHYJ5QyjmVKEnRCTgsFai:12345'],
] as const;
const commands = programs
  .flatMap((program) => program.algorithms.map((pair) => ({ program, algorithm: pair })))
  .flatMap((pair) =>
    (['windows', 'linux'] as const).flatMap((system) =>
      (['tls', 'tcp'] as const).map((transport) => ({ ...pair, system, transport })),
    ),
  );

describe('the doctor', () => {
  const listed = [algorithm('kawpow', tcp, 'verified'), algorithm('etchash', 3343, 'simulated')];
  let load: Doctor;
  beforeAll(async () => {
    load = await loadDoctor();
  });
  const doctor = (text: string, code: string | null) => load(text, code, listed);
  const build = (
    each: (typeof commands)[number],
    [coin, address]: (typeof addresses)[number],
    port: number,
  ) => {
    const who = { coin, address, memo: null, worker: 'rig-abcdefgh', code: 'abcd-1234' };
    return buildCommand({ ...each, values: { ...who, host: 'pool.example', port } });
  };

  it('takes every command that the wizard writes apart and finds nothing', () => {
    expect(commands).toHaveLength(96 * 2 * 2);
    for (const [at, each] of commands.entries()) {
      const who = addresses[at % addresses.length] ?? addresses[0];
      const command = build(each, who, each.transport === 'tls' ? tls : tcp);
      const { mistakes, fields, account } = doctor(command, 'kawpow');
      expect(mistakes, command).toEqual([]);
      expect(account, command).toEqual({ coin: who[0], address: who[1] });
      const textOf = (name: string) => fields.find((field) => field.name === name)?.text;
      expect([textOf('host'), textOf('worker'), textOf('code')], command).toEqual([
        'pool.example',
        'rig-abcdefgh',
        'abcd-1234',
      ]);
    }
  });

  it('says of every one of them when it goes to a port of the other kind', () => {
    for (const each of commands) {
      const command = build(each, addresses[0], each.transport === 'tls' ? tcp : tls);
      const kinds = doctor(command, 'kawpow').mistakes.map(({ kind }) => kind);
      expect(kinds, command).toEqual([each.transport === 'tls' ? 'tls-on-tcp-port' : 'tcp-on-tls-port']);
    }
  });

  it('does not call a port sound on which nobody listens', () => {
    expect(doctor('m -o h:3343 -u DOGE:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU.a', null).mistakes).toEqual([
      { kind: 'closed-port', port: 3343, portOf: 'etchash' },
    ]);
  });
});
