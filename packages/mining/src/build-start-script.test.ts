import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildStartScript } from './build-start-script.ts';
import { readCmdLine } from './testing/read-cmd-line.ts';
import {
  plainAlgorithm as algorithm,
  plainProgram as program,
  plainValues as values,
} from './testing/program-literals.ts';

const common = { program, algorithm, transport: 'tls', values: { ...values, memo: null } } as const;

describe('buildStartScript', () => {
  it('names and writes a Linux script', () => {
    expect(buildStartScript('Openlode', { ...common, system: 'linux' })).toEqual({
      name: 'openlode-xrp-kawpow-plainminer.sh',
      content: [
        '#!/usr/bin/env bash',
        'cd "$(dirname "$0")" || exit 1',
        './plain -a kawpow -o stratum+ssl://kawpow.example.org:4444 -u XRP:rwTz3rfE4obxbRHYJ5QyjmVKEnRCTgsFai.rig01#abcd-1234 -p x',
        '',
      ].join('\n'),
    });
  });

  it('names and writes a Windows script', () => {
    expect(buildStartScript('Openlode', { ...common, system: 'windows' })).toEqual({
      name: 'openlode-xrp-kawpow-plainminer.bat',
      content: [
        '@echo off',
        'cd /d "%~dp0"',
        'plain.exe -a kawpow -o stratum+ssl://kawpow.example.org:4444 -u XRP:rwTz3rfE4obxbRHYJ5QyjmVKEnRCTgsFai.rig01#abcd-1234 -p x',
        'pause',
        '',
      ].join('\r\n'),
    });
  });

  it('keeps file names to what every file system takes', () => {
    expect(buildStartScript('My Pool/../', { ...common, system: 'linux' }).name).toBe(
      'my-pool-xrp-kawpow-plainminer.sh',
    );
  });
});

/** What a visitor could get into a script: every field that ends up in its command. */
const nasty = fc
  .oneof(
    fc.string({
      unit: fc.constantFrom(...Array.from('"\'$`\\!&|;<>(){}[]*?~# \t\n\r%^=+@:,aB0-')),
      maxLength: 24,
    }),
    fc.string({ unit: 'grapheme', maxLength: 24 }),
  )
  .map((text) => text.replaceAll('\0', ''));
const nastyValues = fc.record({
  address: nasty.map((text) => `r${text}`),
  worker: nasty.map((text) => `w${text}`),
  referralCode: nasty.map((text) => `c${text}`),
});
const scriptRuns = 10_000;
let drawn: ReturnType<typeof draw> | undefined;
const draw = () => fc.sample(nastyValues, { numRuns: scriptRuns, seed: 20_261_121 });
const sample = () => (drawn ??= draw());
const inputOf = (each: {
  readonly address: string;
  readonly worker: string;
  readonly referralCode: string;
}) => ({ ...common, values: { ...common.values, ...each } }) as const;

describe('a whole script, whatever was typed', () => {
  it('hands a real shell one program with the very words, ten thousand times', () => {
    const folder = mkdtempSync(join(tmpdir(), 'openlode-script-'));
    try {
      // In place of the mining program: one that prints its arguments, each ended by a NUL.
      writeFileSync(join(folder, 'plain'), '#!/bin/sh\nprintf "%s\\0" "$#" "$@"\n');
      chmodSync(join(folder, 'plain'), 0o755);
      const tried = sample();
      // One shell reads them all, where the program is a function: ten thousand processes would take minutes.
      const heads = new Set<string>();
      const commands = tried.map((each) => {
        const { content } = buildStartScript('Openlode', { ...inputOf(each), system: 'linux' });
        const [shebang, folderLine, ...command] = content.split('\n');
        heads.add(`${shebang}\n${folderLine}`);
        return command.join('\n').replace(/^\.\/plain /, 'plain ');
      });
      expect([...heads]).toEqual(['#!/usr/bin/env bash\ncd "$(dirname "$0")" || exit 1']);
      const reader = `plain() { printf '%s\\0' "$#" "$@"; }\n`;
      writeFileSync(join(folder, 'all.sh'), reader + commands.join(''));
      const output = execFileSync('sh', [join(folder, 'all.sh')], {
        encoding: 'utf8',
        maxBuffer: 100_000_000,
      });
      const expected = tried.flatMap(({ address, worker, referralCode }) => {
        const user = `XRP:${address}.${worker}#${referralCode}`;
        return ['8', '-a', 'kawpow', '-o', 'stratum+ssl://kawpow.example.org:4444', '-u', user, '-p', 'x'];
      });
      expect(output.split('\0').slice(0, -1)).toEqual(expected);
      // And some of them just as they are saved.
      for (const [at, each] of tried.slice(0, 25).entries()) {
        const { content } = buildStartScript('Openlode', { ...inputOf(each), system: 'linux' });
        const path = join(folder, `saved-${at}.sh`);
        writeFileSync(path, content);
        const words = execFileSync('sh', [path], { encoding: 'utf8' }).split('\0');
        expect(words[6]).toBe(`XRP:${each.address}.${each.worker}#${each.referralCode}`);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('hands the rules of cmd one program with the very words, ten thousand times', () => {
    const around = new Set<string>();
    const words = sample().map((each) => {
      const { content } = buildStartScript('Openlode', { ...inputOf(each), system: 'windows' });
      const lines = content.split('\r\n');
      around.add(lines.with(2, 'the command').join('\n'));
      return readCmdLine(lines[2] ?? '', 'batch').join('\0');
    });
    expect([...around]).toEqual(['@echo off\ncd /d "%~dp0"\nthe command\npause\n']);
    const expected = sample().map(({ address, worker, referralCode }) => {
      const user = `XRP:${address}.${worker}#${referralCode}`
        .replaceAll(/[\r\n]/g, ' ')
        .replaceAll('\u001a', ' ');
      const server = 'stratum+ssl://kawpow.example.org:4444';
      return ['plain.exe', '-a', 'kawpow', '-o', server, '-u', user, '-p', 'x'].join('\0');
    });
    expect(words).toEqual(expected);
  });
});
