import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findingsOf, listVerbs } from './exit-codes.ts';
import { makeProgram } from './run-command.ts';

const unreached = () => {
  throw new Error('no pool is needed for this');
};

let out = '';
const { program } = makeProgram(
  '9.9.9',
  { connect: unreached, diagnose: unreached, checkSettings: unreached },
  { out: (text) => (out += text), err: () => undefined },
);
const verbs = listVerbs(program).filter(({ name }) => name !== 'help');

describe('the help of every command', () => {
  it.each(verbs.map(({ name }) => [name]))('of %s says what it ends with', (name) => {
    out = '';
    expect(() => program.parse([...name.split(' '), '--help'], { from: 'user' })).toThrow('outputHelp');
    const [, codes = ''] = out.split('\nExit codes:\n');
    const finding = findingsOf[name];
    expect(codes.trimEnd().split('\n')).toEqual([
      '  0  it was done',
      ...(finding === undefined ? [] : [`  1  ${finding}`]),
      '  2  it was not done, or it cannot be told; the output says why',
    ]);
  });

  it('names each command that can end with 1, and no other', () => {
    const names = verbs.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(45);
    expect(Object.keys(findingsOf).filter((name) => !names.includes(name))).toEqual([]);
    const sources = readdirSync(import.meta.dirname)
      .filter((file) => file.endsWith('-commands.ts') || file === 'doctor-command.ts')
      .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'));
    const places = sources.flatMap((text) => text.match(/table\.find\(\)/g) ?? []);
    expect(places).toHaveLength(Object.keys(findingsOf).length);
  });
});
