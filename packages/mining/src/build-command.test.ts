import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildCommand, type CommandInput } from './build-command.ts';
import type { OwnCertificate } from './mining-program.ts';
import {
  plainAlgorithm as algorithm,
  plainProgram,
  plainValues as values,
} from './testing/program-literals.ts';
import { readCmdLine } from './testing/read-cmd-line.ts';
import { codePoint } from './testing/code-point.ts';

const common = { program: plainProgram, algorithm, transport: 'tls', values } as const;
const urlProgram = {
  ...plainProgram,
  commands: {
    tls: '--par={algo} --url="ssl://{user}@{host}:{port}" -p {pass}',
    tcp: '--par={algo} --url={user}@{host}:{port} -p {pass}',
  },
};

const anyValues = fc.record({
  coin: fc.constant('XRP'),
  address: fc
    .string({ unit: codePoint, maxLength: 30 })
    .map((text) => text.replaceAll(/[\0\r\n]/g, '_').replaceAll('\u001a', '_')),
  memo: fc.option(fc.string({ unit: 'grapheme-ascii', maxLength: 20 })),
  worker: fc.string({ unit: 'grapheme-ascii', maxLength: 20 }),
  referralCode: fc.option(fc.string({ unit: 'grapheme-ascii', maxLength: 20 })),
  host: fc.constant('kawpow.example.org'),
  port: fc.constant(4444),
});
const expectedUser = ({
  address,
  memo,
  worker,
  referralCode,
}: {
  address: string;
  memo: string | null;
  worker: string;
  referralCode: string | null;
}) =>
  `XRP:${address}${memo === null ? '' : `:${memo}`}.${worker}${referralCode === null ? '' : `#${referralCode}`}`;

describe('buildCommand', () => {
  it('writes the login with memo, worker and code', () => {
    expect(buildCommand({ ...common, system: 'linux' })).toBe(
      './plain -a kawpow -o stratum+ssl://kawpow.example.org:4444 -u XRP:rwTz3rfE4obxbRHYJ5QyjmVKEnRCTgsFai:12345.rig01#abcd-1234 -p x',
    );
    expect(
      buildCommand({
        ...common,
        system: 'windows',
        transport: 'tcp',
        values: { ...values, memo: null, referralCode: null },
      }),
    ).toBe(
      'plain.exe -a kawpow -o stratum+tcp://kawpow.example.org:4444 -u XRP:rwTz3rfE4obxbRHYJ5QyjmVKEnRCTgsFai.rig01 -p x',
    );
  });

  it('splits the login for a program that wants wallet and rig apart', () => {
    const program = {
      ...plainProgram,
      commands: { ...plainProgram.commands, tls: '-wallet {wallet} -rigName {workerref} -useSSL {tls}' },
    };
    expect(buildCommand({ ...common, program, system: 'linux' })).toBe(
      './plain -wallet XRP:rwTz3rfE4obxbRHYJ5QyjmVKEnRCTgsFai:12345 -rigName rig01#abcd-1234 -useSSL true',
    );
  });

  it('adds the words of the algorithm at the end', () => {
    expect(
      buildCommand({ ...common, algorithm: { ...algorithm, extra: '--coin rvn' }, system: 'linux' }),
    ).toMatch(/ -p x --coin rvn$/);
  });

  it('adds what the program needs for a certificate that no public authority vouches for', () => {
    const build = (rule: OwnCertificate, change: Partial<CommandInput> = {}) =>
      buildCommand({
        ...common,
        system: 'linux',
        program: { ...plainProgram, ownCertificate: rule },
        ownCertificate: { fingerprint: 'ab'.repeat(32) },
        ...change,
      });
    expect(build({ kind: 'accepts', pin: '--tls-fingerprint={fingerprint}' })).toMatch(
      new RegExp(` -p x --tls-fingerprint=${'ab'.repeat(32)}$`),
    );
    expect(build({ kind: 'accepts', pin: null })).toMatch(/ -p x$/);
    expect(build({ kind: 'switch', option: '--no-strict-ssl' })).toMatch(/ -p x --no-strict-ssl$/);
    const file = { kind: 'file', option: '--cert={certificate}' } as const;
    expect(build(file)).toMatch(/ -p x --cert=openlode\.pem$/);
    expect(build({ kind: 'unknown' })).toMatch(/ -p x$/);
    // Nothing is added where it is not needed: over TCP, or with a publicly trusted certificate.
    expect(build(file, { transport: 'tcp' })).toMatch(/ -p x$/);
    expect(build(file, { ownCertificate: null })).toMatch(/ -p x$/);
  });

  it('quotes where the template does, and keeps an @ of the user from ending it', () => {
    const input = { ...common, program: urlProgram, values: { ...values, address: 'A@B', memo: null } };
    expect(buildCommand({ ...input, system: 'linux' })).toBe(
      './plain --par=kawpow --url="ssl://XRP:A%40B.rig01#abcd-1234@kawpow.example.org:4444" -p x',
    );
    expect(buildCommand({ ...input, system: 'windows' }, 'script')).toBe(
      'plain.exe --par=kawpow --url="ssl://XRP:A%%40B.rig01#abcd-1234@kawpow.example.org:4444" -p x',
    );
  });

  it('lets nothing that a person typed become part of the command on Windows', () => {
    fc.assert(
      fc.property(anyValues, fc.constantFrom('prompt', 'script'), (typed, place) => {
        const line = buildCommand({ ...common, system: 'windows', values: typed }, place);
        expect(readCmdLine(line, place === 'script' ? 'batch' : 'prompt')).toEqual([
          'plain.exe',
          '-a',
          'kawpow',
          '-o',
          'stratum+ssl://kawpow.example.org:4444',
          '-u',
          expectedUser(typed),
          '-p',
          'x',
        ]);
      }),
      { numRuns: 500 },
    );
  });

  it('lets nothing that a person typed become part of the command in a real shell', () => {
    fc.assert(
      fc.property(anyValues, (typed) => {
        const line = buildCommand({ ...common, system: 'linux', values: typed });
        const output = execFileSync('sh', ['-c', line.replace('./plain ', "printf '%s\\0' ")], {
          encoding: 'utf8',
        });
        expect(output.split('\0')[5]).toBe(expectedUser(typed));
      }),
      { numRuns: 100 },
    );
  });
});
