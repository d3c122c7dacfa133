import { describe, expect, it } from 'vitest';
import { buildStartScript } from './build-start-script.ts';
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
