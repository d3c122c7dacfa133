// @vitest-environment happy-dom
import { allPrograms } from '@openlode/catalogue/programs';
import { algorithmListExample } from '@openlode/contracts/examples/algorithms';
import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { buildCommand } from '@openlode/mining/build-command';
import { buildSandboxCommand } from '@openlode/mining/build-sandbox-command';
import type { PoolCertificate } from '@openlode/mining/template-values';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Doctor, loadDoctor } from './load-doctor.ts';
import { mistakeWords } from './mistake-words.ts';

const [example] = algorithmListExample.data;
if (example === undefined) throw new Error('there is no example of an algorithm');
const host = 'pool.example';
const tlsAbove = 1000;

/** Every algorithm that a program mines, on a port of its own. */
const codes = [
  ...new Set(allPrograms.flatMap(({ algorithms }) => algorithms.map(({ algorithm }) => algorithm))),
];
const portOf = (code: string) => 3333 + 10 * codes.indexOf(code);
const listed = codes.map(
  (code): AlgorithmItem => ({
    ...example,
    code,
    name: code,
    work: 'verified',
    globalServer: {
      ...example.globalServer,
      url: host,
      defaultPort: portOf(code),
      alternativePorts: [],
      sslPorts: [portOf(code) + tlsAbove],
      highDiffPorts: [],
      extraPorts: [],
    },
    alternativeServers: [],
  }),
);

/** FTM as the catalogue has it, XVG by the operator. */
const paysHere = () => true;
const delisted: ReadonlySet<string> = new Set(['FTM', 'XVG']);

const addresses = [
  ['DOGE', 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU'],
  ['KAS', 'kaspa:qpzpfwcsqsxhxwup26r55fd0ghqlhyugz8cp6y3wxuddc02vcxtjg75pspnwz'],
  ['XRP', 'rwTz3rfE4obxbRHYJ5QyjmVKEnRCTgsFai:12345'],
] as const;
const commands = allPrograms
  .flatMap((program) => program.algorithms.map((pair) => ({ program, algorithm: pair })))
  .flatMap((pair) =>
    (['windows', 'linux'] as const).flatMap((system) =>
      (['tls', 'tcp'] as const).map((transport) => ({ ...pair, system, transport })),
    ),
  );

describe('the doctor', () => {
  let load: Doctor;
  beforeAll(async () => {
    load = await loadDoctor();
  });
  const doctor = (text: string) => load(text, null, { algorithms: listed, delisted, paysHere });
  const build = (
    each: (typeof commands)[number],
    [coin, address]: (typeof addresses)[number],
    port: number,
    certificate: PoolCertificate | null = { fingerprint: 'ab'.repeat(32) },
  ) => {
    const who = { coin, address, memo: null, worker: 'rig-abcdefgh', referralCode: 'abcd-1234' };
    return buildCommand({ ...each, values: { ...who, host, port }, ownCertificate: certificate });
  };
  const ports = ({ algorithm }: (typeof commands)[number]) => {
    const tcp = portOf(algorithm.algorithm);
    return { tcp, tls: tcp + tlsAbove };
  };

  it('takes every command that the wizard writes apart and finds nothing', () => {
    expect(commands).toHaveLength(98 * 2 * 2);
    for (const [at, each] of commands.entries()) {
      const who = addresses[at % addresses.length] ?? addresses[0];
      const command = build(each, who, ports(each)[each.transport]);
      const { mistakes, notes, fields, miner, isUnknownProgram } = doctor(command);
      expect([mistakes, isUnknownProgram], command).toEqual([[], false]);
      // Only whether the program accepts the certificate may be open.
      expect(
        notes.filter(({ kind }) => kind !== 'unsure-certificate'),
        command,
      ).toEqual([]);
      expect(miner, command).toEqual({ coin: who[0], address: who[1] });
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
      const other = each.transport === 'tls' ? 'tcp' : 'tls';
      const kinds = doctor(build(each, addresses[0], ports(each)[other])).mistakes.map(({ kind }) => kind);
      expect(kinds, build(each, addresses[0], ports(each)[other])).toEqual([
        each.transport === 'tls' ? 'tls-on-tcp-port' : 'tcp-on-tls-port',
      ]);
    }
  });

  it('says of every one of them when it goes to the port of another algorithm', () => {
    for (const each of commands) {
      const code = each.algorithm.algorithm;
      const elsewhere = codes.find((other) => other !== code) ?? '';
      const command = build(
        each,
        addresses[0],
        portOf(elsewhere) + (each.transport === 'tls' ? tlsAbove : 0),
      );
      // One name may be that of two algorithms.
      const [mistake] = doctor(command).mistakes;
      expect(
        [mistake?.kind, mistake !== undefined && 'portOf' in mistake && mistake.portOf],
        command,
      ).toEqual(['other-algorithms-port', elsewhere]);
    }
  });

  it('misses the option for the certificate where the program is known to need it', () => {
    const needy = commands.filter(
      ({ program, transport }) =>
        transport === 'tls' && ['switch', 'file'].includes(program.ownCertificate.kind),
    );
    expect(new Set(needy.map(({ program }) => program.name))).toEqual(
      new Set(['T-Rex', 'OneZeroMiner', 'cpuminer-gr', 'cpuminer (minerd)']),
    );
    for (const each of needy)
      expect(doctor(build(each, addresses[0], ports(each).tls, null)).mistakes).toMatchObject([
        { kind: 'needs-certificate-option', program: each.program.name },
      ]);
  });

  it('says where the pool pays a coin, and suggests none that it does not pay', () => {
    const server = `stratum+tcp://${host}:${portOf('sha256')}`;
    const of = (user: string) =>
      load(`minerd -a sha256d -o ${server} -u ${user} -p x`, null, {
        algorithms: listed,
        delisted,
        paysHere: (coin, network) => coin === 'USDT' && network === 'BSC',
      }).mistakes;
    expect(of('USDT:TJRabPrwbZy45sbavfcjinPJC18kjpRTv8.a')).toEqual([
      { kind: 'not-paid-here', coin: 'USDT', networks: ['BNB Smart Chain'] },
    ]);
    expect(of('USDT:0xa7E43b445cF68CAa143a884AF673121447F29EAe.a')).toEqual([]);
    expect(of('DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU.a')).toMatchObject([{ kind: 'no-coin', fits: [] }]);
  });

  it('names and suggests no coin that the pool lists as delisted, and takes one that it lists again', () => {
    const server = `stratum+tcp://${host}:${portOf('sha256')}`;
    const kindsOf = (user: string, gone: ReadonlySet<string>) =>
      load(`minerd -a sha256d -o ${server} -u ${user} -p x`, null, {
        algorithms: listed,
        delisted: gone,
        paysHere,
      }).mistakes;
    expect(kindsOf('DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU.a', delisted)).toMatchObject([
      { kind: 'no-coin', fits: ['DOGE', 'DGB', 'BELLS'] },
    ]);
    expect(kindsOf('XVG:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU.a', delisted)).toEqual([
      { kind: 'delisted-coin', coin: 'XVG' },
    ]);
    expect(kindsOf('XVG:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU.a', new Set())).toEqual([]);
  });

  it('knows no port of an algorithm that is not mined here', () => {
    const silent = listed.map((item) => ({
      ...item,
      globalServer: { ...item.globalServer, defaultPort: null, sslPorts: [] },
    }));
    const command = 'm -o pool.example:3343 -u DOGE:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU.a';
    expect(load(command, null, { algorithms: silent, delisted, paysHere }).mistakes).toEqual([
      { kind: 'unknown-port', port: 3343 },
    ]);
  });

  it('takes every command of the own client that the wizard writes apart and finds nothing', () => {
    for (const algorithm of ['sha256', 'scrypt'])
      for (const system of ['windows', 'linux'] as const)
        for (const transport of ['tls', 'tcp'] as const) {
          const port = portOf(algorithm) + (transport === 'tls' ? tlsAbove : 0);
          const [coin, address] = addresses[0];
          const who = { coin, address, memo: null, worker: 'rig-abcdefgh', referralCode: 'abcd-1234' };
          const command = buildSandboxCommand({
            algorithm,
            system,
            transport,
            values: { ...who, host, port },
          });
          const { mistakes, notes, isUnknownProgram } = doctor(command);
          expect([mistakes, notes, isUnknownProgram], command).toEqual([[], [], false]);
        }
  });

  const noAlgorithm =
    'The command names no algorithm, so cpuminer (minerd) mines scrypt, but port 26300 is the port of sha256. Add the algorithm with -a.';
  const http =
    'http:// is wrong for mining: the program would speak getwork, and the pool speaks Stratum. Write stratum+tcp://';
  const noServer = (what: string) =>
    `The command names no server. ${what} after the option for the server, often -o or --url.`;
  it.each([
    ['minerd -o http://localhost:26300', [http, noAlgorithm]],
    ['minerd --url=http://localhost:26310', [http]],
    [
      'minerd -o localhost',
      [
        'cpuminer (minerd) needs a scheme before the server. Write stratum+tcp://',
        'There is no port after the server. Write stratum+tcp://localhost:26310',
      ],
    ],
    ['minerd', [noServer('Write stratum+tcp://localhost:26310')]],
    [
      'cgminer -o stratum+tcp://localhost',
      [
        'There is no port after the server. Write stratum+tcp://localhost:26300 for sha256 or stratum+tcp://localhost:26310 for scrypt',
      ],
    ],
    [
      'cgminer',
      [
        noServer(
          'Write stratum+tcp://localhost:26300 for sha256 or stratum+tcp://localhost:26310 for scrypt',
        ),
      ],
    ],
    [
      'trex -a kawpow -o stratum+tcp://localhost:26340',
      [
        'The algorithm kawpow is only simulated here: it has no port, and no miner can connect to it. Choose another algorithm.',
      ],
    ],
  ])('says in plain words what is wrong with %s', (command, sentences) => {
    const here = listed.map((item): AlgorithmItem => {
      const ports = { scrypt: 26310, sha256: 26300 }[item.code] ?? null;
      return {
        ...item,
        work: item.code === 'kawpow' ? 'simulated' : ports === null ? 'none' : 'verified',
        globalServer: { ...item.globalServer, url: 'localhost', defaultPort: ports, sslPorts: [] },
      };
    });
    const { mistakes } = load(`${command} -u DOGE:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU.a -p x`, null, {
      algorithms: here,
      delisted,
      paysHere,
    });
    expect(mistakes.map(mistakeWords)).toEqual(sentences);
  });
});
