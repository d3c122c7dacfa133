import { describe, expect, it } from 'vitest';
import { buildConfigFile } from './build-config-file.ts';
import {
  plainAlgorithm as algorithm,
  plainProgram,
  plainValues as values,
} from './testing/program-literals.ts';

const iniProgram = {
  ...plainProgram,
  config: {
    fileName: 'config.ini',
    format: 'ini',
    section: '{algo}',
    entries: [
      ['wallet', '{wallet}'],
      ['rigName', '{workerref}'],
      ['pool1', '{host}:{port}'],
      ['useSSL', '{tls}'],
      ['protocol', 'stratum'],
    ],
  },
} as const;

const jsonProgram = {
  ...plainProgram,
  config: {
    fileName: 'config.json',
    format: 'json',
    section: null,
    entries: [
      ['url', '{scheme}://{host}:{port}'],
      ['user', '{user}'],
      ['pass', 'x'],
      ['algo', '{algo}'],
    ],
  },
} as const;

it('names the certificate where the program has to be told of it', () => {
  const program = {
    ...plainProgram,
    ownCertificate: { kind: 'file', option: '--cert={certificate}' },
    config: { fileName: 'config.json', format: 'json', section: null, entries: [['user', '{user}']] },
  } as const;
  const input = { program, algorithm, transport: 'tls', values } as const;
  const ownCertificate = { fingerprint: 'ab'.repeat(32) };
  const keysOf = (text = '{}') => Object.entries(JSON.parse(text) as object).slice(1);
  expect(keysOf(buildConfigFile({ ...input, ownCertificate })?.content)).toEqual([['cert', 'openlode.pem']]);
  expect(keysOf(buildConfigFile(input)?.content)).toEqual([]);
});

describe('buildConfigFile', () => {
  it('is null for a program that reads none', () => {
    expect(buildConfigFile({ program: plainProgram, algorithm, transport: 'tls', values })).toBeNull();
  });

  it('writes an ini file', () => {
    expect(buildConfigFile({ program: iniProgram, algorithm, transport: 'tcp', values })).toEqual({
      name: 'config.ini',
      content:
        '[kawpow]\nwallet=XRP:rwTz3rfE4obxbRHYJ5QyjmVKEnRCTgsFai:12345\nrigName=rig01#abcd-1234\npool1=kawpow.example.org:4444\nuseSSL=false\nprotocol=stratum\n',
    });
  });

  it('keeps a line break from becoming an entry', () => {
    const file = buildConfigFile({
      program: iniProgram,
      algorithm,
      transport: 'tls',
      values: { ...values, worker: 'a\nwallet=b' },
    });
    expect(file?.content.split('\n')[2]).toBe('rigName=a wallet=b#abcd-1234');
  });

  it('writes a JSON file', () => {
    const file = buildConfigFile({
      program: jsonProgram,
      algorithm,
      transport: 'tls',
      values: { ...values, memo: null, worker: 'r"1' },
    });
    expect(file).toEqual({
      name: 'config.json',
      content:
        '{"url":"stratum+ssl://kawpow.example.org:4444","user":"XRP:rwTz3rfE4obxbRHYJ5QyjmVKEnRCTgsFai.r\\"1#abcd-1234","pass":"x","algo":"kawpow"}\n',
    });
  });
});
