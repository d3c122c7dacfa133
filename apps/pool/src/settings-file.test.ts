import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkSettingsFile } from './settings-file.ts';

const check = (text: string) => checkSettingsFile(text, '/srv').map(({ line, fault }) => `${line}: ${fault}`);

describe('checkSettingsFile', () => {
  it('has nothing to say of the file in the operating guide', () => {
    const guide = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8');
    const file = /```sh file=\/etc\/openlode\.env\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
    expect(file).toContain('OPENLODE_OPERATOR_NAME="Example Pool"');
    expect(check(file)).toEqual([]);
  });

  it('names the line of a value that the pool refuses, and of a name that is none', () => {
    expect(
      check(
        '# a pool\nOPENLODE_PORT=0\nOPENLODE_HOST=pool.example\nDATABASE_URI=postgres://a/b\n\nOPENLODE_PROT=1',
      ),
    ).toEqual([
      '2: OPENLODE_PORT must be a port from 1 to 65535',
      '4: DATABASE_URI is not a setting of this release',
      '6: OPENLODE_PROT is not a setting of this release',
    ]);
  });

  it('names what systemd and Node.js read in different ways, and what stands there twice', () => {
    expect(
      check(
        [
          'OPENLODE_PORT=8080 # the site',
          'export OPENLODE_HOST=a',
          'OPENLODE_OPERATOR_NAME="A "B" pool"',
          'OPENLODE_SEED=none',
          'OPENLODE_SEED=other',
          'NODE_OPTIONS=--max-old-space-size=4096',
        ].join('\n'),
      ),
    ).toEqual([
      '1: OPENLODE_PORT: a remark needs a line of its own; systemd takes it for a part of the value',
      '2: no NAME=value: export OPENLODE_HOST=a',
      '3: OPENLODE_OPERATOR_NAME: a quote or backslash inside of the value is read in different ways; leave it out',
      '5: OPENLODE_SEED stands in line 4 already',
    ]);
  });

  it('takes a # within a value, as in a URL', () => {
    expect(
      check(
        "OPENLODE_OPERATOR_CONTACT=https://pool.example/#contact\nOPENLODE_OPERATOR_NAME='Example Pool'\n",
      ),
    ).toEqual([]);
  });
});
