import { describe, expect, it } from 'vitest';
import type { DoctorRules } from './connection-mistakes.ts';
import { diagnoseConnection } from './diagnose-connection.ts';
import { allFamilies } from './families/all-families.ts';
import type { MiningProgram } from './mining-program.ts';
import { findTestCoin } from './testing/coins.ts';
import { plainProgram } from './testing/program-literals.ts';

const user = '-u DOGE:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU.rig1 -p x';

const minerd: MiningProgram = {
  ...plainProgram,
  name: 'minerd',
  schemes: { tls: 'stratum+tcps', tcp: 'stratum+tcp' },
  schemesTaken: ['stratum+tcp', 'stratum+tcps', 'http', 'https'],
  defaultAlgorithm: 'scrypt',
  cutsUserInUrl: true,
  ownCertificate: { kind: 'file', option: '--cert={certificate}' },
};
const programs: Readonly<Record<string, MiningProgram>> = {
  minerd,
  plain: plainProgram,
  strict: { ...plainProgram, name: 'Strict', ownCertificate: { kind: 'switch', option: '--no-check' } },
  lax: { ...plainProgram, name: 'Lax', ownCertificate: { kind: 'accepts', pin: null } },
};
const rules: DoctorRules = {
  findCoin: findTestCoin,
  validators: allFamilies,
  coinsOfAddress: () => [],
  findPort: (port) =>
    ({
      16040: { algorithm: 'sha256', tls: false, open: true },
      17040: { algorithm: 'sha256', tls: true, open: true },
      16050: { algorithm: 'scrypt', tls: false, open: true },
    })[port],
  portOf: (code, tls) => ({ sha256: tls ? 17040 : 16040, scrypt: tls ? undefined : 16050 })[code],
  minable: ['sha256', 'scrypt'],
  isSimulated: (code) => code === 'kawpow',
  hosts: ['pool.test', 'eu.pool.test'],
  isTlsTrusted: false,
  findProgram: (name) => programs[name],
  algorithmsOfCoin: () => [],
  findAlgorithms: (name) =>
    ({
      sha256d: ['sha256'],
      scrypt: ['scrypt'],
      etchash: ['etchash'],
      kawpow: ['kawpow'],
      sha256: ['sha256'],
      both: ['scrypt', 'sha256'],
    })[name] ?? [],
};

const diagnose = (command: string, change: Partial<DoctorRules> = {}) =>
  diagnoseConnection(`${command} ${user}`, { ...rules, ...change });
const mistakesOf = (command: string, change: Partial<DoctorRules> = {}) => diagnose(command, change).mistakes;

describe('the doctor on the server of a command', () => {
  it('finds nothing in commands that connect', () => {
    for (const command of [
      'minerd -a sha256d -o stratum+tcp://pool.test:16040',
      'sudo nice -n 5 ./minerd --algo=sha256d --url stratum+tcp://EU.pool.test:16040',
      'C:\\miners\\minerd.exe -a sha256d -o stratum+tcps://pool.test:17040 --cert=openlode.pem',
      'minerd -o stratum+tcp://pool.test:16050',
      'lax -a both -o stratum+ssl://pool.test:17040',
    ]) {
      const { mistakes, notes, isUnknownProgram } = diagnose(command);
      expect([mistakes, notes, isUnknownProgram], command).toEqual([[], [], false]);
    }
  });

  it('knows another pool from this one, and leaves open what may lead here', () => {
    const other = 'minerd -a sha256d -o stratum+tcp://pool.example.com:16040';
    expect(mistakesOf(other)).toEqual([{ kind: 'other-host', host: 'pool.example.com', ours: 'pool.test' }]);
    for (const host of ['192.168.1.5', 'rack', 'pool.lan']) {
      const { mistakes, notes } = diagnose(`minerd -a sha256d -o stratum+tcp://${host}:16040`);
      expect(mistakes).toEqual([]);
      expect(notes).toEqual([{ kind: 'unsure-host', host, ours: 'pool.test' }]);
    }
  });

  it('knows the schemes of a program, and names its own', () => {
    expect(mistakesOf('minerd -a sha256d -o stratum+ssl://pool.test:17040 --cert=x')).toEqual([
      { kind: 'refused-scheme', program: 'minerd', scheme: 'stratum+ssl', use: 'stratum+tcps' },
    ]);
    expect(mistakesOf('minerd -a sha256d -o stratum+tcp://pool.test:17040')).toEqual([
      { kind: 'tcp-on-tls-port', port: 17040, by: 'scheme', use: 'stratum+tcps' },
    ]);
    expect(mistakesOf('plain -a sha256d -o stratum+tcp://pool.test:17040')).toEqual([
      { kind: 'tcp-on-tls-port', port: 17040, by: 'scheme', use: 'stratum+ssl' },
    ]);
    expect(mistakesOf('minerd -a sha256d -o pool.test:16040')).toEqual([
      { kind: 'no-scheme', program: 'minerd', use: 'stratum+tcp' },
    ]);
    expect(mistakesOf('minerd -a sha256d -o stratum+ssl://pool.test:9')).toEqual([
      { kind: 'refused-scheme', program: 'minerd', scheme: 'stratum+ssl', use: 'stratum+tcps' },
      { kind: 'unknown-port', port: 9 },
    ]);
  });

  it('reads the algorithm out of the command, whatever program it is', () => {
    const wrong = { kind: 'other-algorithms-port', port: 16040, portOf: 'sha256' } as const;
    expect(mistakesOf('minerd -a scrypt -o stratum+tcp://pool.test:16040')).toEqual([
      { ...wrong, wanted: 'scrypt' },
    ]);
    expect(mistakesOf('miner --algo ETCHASH --pool pool.test:16040')).toEqual([
      { ...wrong, wanted: 'etchash' },
    ]);
    // Without -a it mines what it mines by default.
    expect(mistakesOf('minerd -o stratum+tcp://pool.test:16040')).toEqual([
      {
        kind: 'no-algorithm',
        program: 'minerd',
        mines: 'scrypt',
        portOf: 'sha256',
        port: 16040,
        option: '-a',
      },
    ]);
    const { mistakes, notes } = diagnose('minerd -a x11 -o stratum+tcp://pool.test:16040');
    expect(mistakes).toEqual([]);
    expect(notes).toEqual([{ kind: 'unknown-algorithm', name: 'x11', portOf: 'sha256' }]);
  });

  it('knows which programs refuse the certificate of the pool', () => {
    const tls = '-a sha256d -o stratum+ssl://pool.test:17040';
    expect(mistakesOf('minerd -a sha256d -o stratum+tcps://pool.test:17040')).toEqual([
      { kind: 'needs-certificate-option', program: 'minerd', option: '--cert' },
    ]);
    expect(mistakesOf(`strict ${tls}`)).toEqual([
      { kind: 'needs-certificate-option', program: 'Strict', option: '--no-check' },
    ]);
    expect(mistakesOf(`strict ${tls} --no-check`)).toEqual([]);
    expect(mistakesOf(`strict ${tls}`, { isTlsTrusted: true })).toEqual([]);
    expect(diagnose(`plain ${tls}`).notes).toEqual([{ kind: 'unsure-certificate', program: 'Plain Miner' }]);
    expect(diagnose(`unknown-program ${tls}`).notes).toEqual([{ kind: 'unsure-certificate', program: null }]);
  });

  it('says what becomes of user and password in one option', () => {
    const server = 'minerd -a sha256d -o stratum+tcp://pool.test:16040';
    const joined = 'DOGE:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU.rig1:x';
    for (const option of [`-O ${joined}`, `--userpass=${joined}`, `--userpass ${joined}`])
      expect(diagnoseConnection(`${server} ${option}`, rules).mistakes, option).toEqual([
        { kind: 'user-password', user: 'DOGE' },
      ]);
  });

  it('says what becomes of a user inside the URL', () => {
    const login = 'DOGE:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU.rig1';
    const judge = (command: string) => diagnoseConnection(command, rules).mistakes;
    expect(judge(`minerd -a sha256d -o stratum+tcp://${login}:x@pool.test:16040`)).toEqual([
      { kind: 'user-password', user: 'DOGE' },
    ]);
    expect(judge(`minerd -a sha256d -o stratum+tcp://${login}@pool.test:16040 -u ${login}`)).toEqual([]);
    expect(judge(`lax -a sha256d --url=${login}@pool.test:16040`)).toEqual([]);
    const encoded = login.replace(':', '%3A');
    // What is not known to decode it logs in as it stands.
    for (const program of ['lax', 'minerd'])
      expect(judge(`${program} -a sha256d -o stratum+tcp://${encoded}@pool.test:16040`)).toEqual([
        { kind: 'wrong-separator', found: '%3A', corrected: login },
      ]);
  });

  it('names http, which is another protocol, whatever program it is', () => {
    for (const option of ['-o http://pool.test:16050', '--url=http://pool.test:16050'])
      expect(mistakesOf(`minerd ${option}`), option).toEqual([
        { kind: 'http-scheme', scheme: 'http', use: 'stratum+tcp' },
      ]);
    expect(mistakesOf('cgminer -o https://pool.test:16050')).toEqual([
      { kind: 'http-scheme', scheme: 'https', use: 'stratum+tcp' },
    ]);
  });

  it('names a missing port, with the one of this pool', () => {
    const use = [{ algorithm: 'scrypt', server: 'stratum+tcp://pool.test:16050' }];
    for (const option of ['-o pool.test', '--url=pool.test/', '-o pool.test:'])
      expect(mistakesOf(`minerd ${option}`), option).toEqual([
        { kind: 'no-scheme', program: 'minerd', use: 'stratum+tcp' },
        { kind: 'no-port', use },
      ]);
    expect(mistakesOf('minerd -o http://pool.test')).toEqual([
      { kind: 'http-scheme', scheme: 'http', use: 'stratum+tcp' },
      { kind: 'no-port', use },
    ]);
    expect(mistakesOf('minerd -a sha256d -o stratum+tcps://pool.test')).toEqual([
      { kind: 'no-port', use: [{ algorithm: 'sha256', server: 'stratum+tcps://pool.test:17040' }] },
    ]);
    expect(mistakesOf('cgminer -o stratum+tcp://pool.test')).toEqual([
      {
        kind: 'no-port',
        use: [
          { algorithm: 'sha256', server: 'stratum+tcp://pool.test:16040' },
          { algorithm: 'scrypt', server: 'stratum+tcp://pool.test:16050' },
        ],
      },
    ]);
    expect(mistakesOf('cgminer --scrypt -a scrypt -o stratum+tcp://pool.test')).toEqual([
      { kind: 'no-port', use },
    ]);
  });

  it('names a missing server, with this pool, and leaves alone one that it cannot read', () => {
    expect(mistakesOf('minerd')).toEqual([
      { kind: 'no-server', use: [{ algorithm: 'scrypt', server: 'stratum+tcp://pool.test:16050' }] },
    ]);
    expect(mistakesOf('minerd -a sha256d -o')).toEqual([
      { kind: 'no-server', use: [{ algorithm: 'sha256', server: 'stratum+tcp://pool.test:16040' }] },
    ]);
    expect(mistakesOf('cgminer')).toEqual([
      {
        kind: 'no-server',
        use: [
          { algorithm: 'sha256', server: 'stratum+tcp://pool.test:16040' },
          { algorithm: 'scrypt', server: 'stratum+tcp://pool.test:16050' },
        ],
      },
    ]);
    expect(mistakesOf('minerd -o stratum+tcp://[::1]:16050')).toEqual([]);
  });

  it('says that an algorithm is only simulated, wherever the command goes', () => {
    for (const server of ['-o pool.test:26340', '-o pool.test:16040', '-o pool.test', ''])
      expect(mistakesOf(`plain -a kawpow ${server}`), server).toEqual([
        { kind: 'simulated-algorithm', algorithm: 'kawpow' },
      ]);
  });
});

describe('the doctor on the command of the own client', () => {
  const login = 'DOGE:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU.rig1';
  const judge = (command: string, change: Partial<DoctorRules> = {}) => {
    const local = { ...rules, hosts: ['localhost', '127.0.0.1'], ...change };
    const { mistakes, notes, fields, isUnknownProgram } = diagnoseConnection(command, local);
    const texts = Object.fromEntries(fields.map(({ name, text }) => [name, text]));
    return { findings: [...mistakes, ...notes], texts, isUnknownProgram };
  };
  const user = { coin: 'DOGE', address: 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU', worker: 'rig1' };

  it.each([
    [`npm run mine -- ${login} 16040`, { host: '127.0.0.1', port: '16040' }],
    [`npm run mine ${login} 16040`, { host: '127.0.0.1', port: '16040' }],
    [`$ npm run mine -- '${login}' 16040 --host localhost`, { host: 'localhost', port: '16040' }],
    [`npm run mine -- ${login} 17040 --host=localhost --ssl`, { host: 'localhost', port: '17040' }],
    [
      `npm run mine -- "${login}" 16050 --host localhost --algorithm scrypt`,
      { host: 'localhost', port: '16050', algorithm: 'scrypt' },
    ],
  ])('takes %s apart and finds nothing', (command, server) => {
    expect(judge(command)).toEqual({ findings: [], texts: { ...server, ...user }, isUnknownProgram: false });
  });

  it('goes to its usual port where none is named, if the pool has that', () => {
    const usual = { findPort: () => ({ algorithm: 'sha256', tls: false, open: true }) };
    expect(judge(`npm run mine ${login}`, usual)).toEqual({
      findings: [],
      texts: { host: '127.0.0.1', port: '3433', ...user },
      isUnknownProgram: false,
    });
    expect(judge(`npm run mine ${login}`).findings).toEqual([
      { kind: 'no-client-port', tries: 3433, use: 16040 },
    ]);
    expect(judge(`npm run mine -- ${login} --algorithm scrypt`).findings).toEqual([
      { kind: 'no-client-port', tries: 3433, use: 16050 },
    ]);
  });

  it('names its mistakes', () => {
    expect(judge(`npm run mine -- ${login} 16050`).findings).toEqual([
      {
        kind: 'no-algorithm',
        program: 'npm run mine',
        mines: 'sha256',
        portOf: 'scrypt',
        port: 16050,
        option: '--algorithm scrypt',
      },
    ]);
    expect(judge(`npm run mine ${login} 16040 --host localhost`).findings).toEqual([
      { kind: 'kept-by-npm', option: '--host' },
    ]);
    expect(judge(`npm run mine -- ${login} 9`).findings).toEqual([{ kind: 'unknown-port', port: 9 }]);
    expect(judge('npm run mine -- 16040').findings).not.toEqual([]);
    expect(judge('npm run mine').findings).toContainEqual({ kind: 'no-user' });
  });
});
