import { buildCommand } from '@openlode/mining/build-command';
import { buildConfigFile } from '@openlode/mining/build-config-file';
import type { OperatingSystem, Transport } from '@openlode/mining/mining-program';
import { describe, expect, it } from 'vitest';
import { findProgram, programs } from './programs.ts';
import examples from './testing/program-commands.json' with { type: 'json' };

const cpuAlgorithms: ReadonlySet<string> = new Set(['randomx', 'ghostrider']);
const pairs = programs.flatMap((program) => program.algorithms.map((algorithm) => ({ program, algorithm })));

function valuesFor(algorithm: string, transport: Transport) {
  const tlsPort = cpuAlgorithms.has(algorithm) ? 443 : 4444;
  return {
    coin: 'BTC',
    address: 'ADDRESS',
    memo: null,
    worker: 'worker',
    referralCode: 'code',
    host: `${algorithm}.example.org`,
    port: transport === 'tls' ? tlsPort : 3333,
  };
}

describe('mining programs', () => {
  it('connect by tcp and by ssl; one of them says proxy besides, for two algorithms [rule-09]', () => {
    const commandOf = ({ program, algorithm }: (typeof pairs)[number], transport: Transport) =>
      buildCommand({
        program,
        algorithm,
        system: 'linux',
        transport,
        values: valuesFor(algorithm.algorithm, transport),
      });
    const off = /-(?:-tls|-ssl|useSSL) (?:false|off|0)\b/;
    for (const pair of pairs) {
      const [tcp, tls] = [commandOf(pair, 'tcp'), commandOf(pair, 'tls')];
      expect(tcp).toContain('3333');
      expect(tls).toMatch(/\b(?:4444|443)\b/);
      // In the clear nothing says TLS, but to switch it off; and a TLS port is never spoken to without a word of it.
      expect(tcp.replace(off, '')).not.toMatch(/ssl|tls/i);
      expect(tls).not.toMatch(off);
      expect(tls).toMatch(/ssl|tls|tcps/i);
    }
    expect(
      pairs
        .filter((pair) => commandOf(pair, 'tcp').includes('--proto proxy'))
        .map(({ program, algorithm }) => `${program.code}/${algorithm.algorithm}`),
    ).toEqual(['gminer/etchash', 'gminer/ethash']);
  });

  it('are 14 with 96 algorithm pairs, and a documented example for each [wizard-12]', () => {
    expect(programs).toHaveLength(14);
    expect(pairs).toHaveLength(96);
    const documented = examples.map((example) => `${example.program}/${example.algorithm}`);
    expect(
      pairs.map(({ program, algorithm }) => `${program.code}/${algorithm.algorithm}`).toSorted(),
    ).toEqual(documented.toSorted());
    for (const program of programs) expect(findProgram(program.code)).toBe(program);
  });

  it('have a name, a description, a file and an archive for each system, and three links [wizard-12]', () => {
    expect(new Set(programs.map(({ code }) => code)).size).toBe(14);
    for (const { code, name, description, executables, archives, links } of programs) {
      expect(code).toMatch(/^[a-z0-9-]+$/);
      expect(name.length, code).toBeGreaterThan(2);
      expect(description.length, code).toBeGreaterThan(20);
      for (const system of ['linux', 'windows'] as const) {
        expect(executables[system], code).toMatch(/^[\w./\\-]+$/);
        expect(archives[system], code).toMatch(/^\.?(?:zip|7z|tar\.gz|tgz|tar\.xz|deb)$/);
      }
      for (const link of [links.documentation, links.download, links.support])
        expect(new URL(link).protocol, code).toBe('https:');
    }
  });

  it('are started by exactly the documented commands on Linux and Windows, through TLS and TCP [wizard-11]', () => {
    const built = pairs.map(({ program, algorithm }) => {
      const command = (system: OperatingSystem, transport: Transport) =>
        buildCommand({
          program,
          algorithm,
          system,
          transport,
          values: valuesFor(algorithm.algorithm, transport),
        });
      return {
        program: program.code,
        algorithm: algorithm.algorithm,
        linuxTls: command('linux', 'tls'),
        linuxTcp: command('linux', 'tcp'),
        windowsTls: command('windows', 'tls'),
        windowsTcp: command('windows', 'tcp'),
      };
    });
    for (const example of examples) {
      expect(built).toContainEqual(example);
    }
    expect(built).toHaveLength(96);
  });

  it('get the same command in a script as at the prompt, for nothing in them needs quoting', () => {
    for (const { program, algorithm } of pairs) {
      const values = valuesFor(algorithm.algorithm, 'tls');
      const input = { program, algorithm, system: 'windows', transport: 'tls', values } as const;
      expect(buildCommand(input, 'script')).toBe(buildCommand(input, 'prompt'));
    }
  });

  it('leave no placeholder behind', () => {
    for (const { program, algorithm } of pairs) {
      for (const transport of ['tls', 'tcp'] as const) {
        const values = valuesFor(algorithm.algorithm, transport);
        expect(buildCommand({ program, algorithm, system: 'linux', transport, values })).not.toMatch(/[{}]/);
        expect(buildConfigFile({ program, algorithm, transport, values })?.content ?? '').not.toMatch(
          /\{\w+\}/,
        );
      }
    }
  });
});
