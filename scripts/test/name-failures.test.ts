import { describe, expect, it } from 'vitest';
import { nameFailures } from './name-failures.ts';

const failure = (index: number): { file: string; test: string; message: string } => ({
  file: `/pool/e2e/${index}.test.ts`,
  test: `test ${index}`,
  message: 'one\ntwo\nthree\nfour\nfive\nsix',
});

describe('naming what failed', () => {
  it('says nothing where nothing failed', () => {
    expect(nameFailures([], '/pool')).toEqual([]);
  });

  it('names file, test and the first lines of the message, without colours', () => {
    const message =
      '\u001b[31mAssertionError\u001b[39m: expected 1 to be 2\n\n    at a.test.ts:3:5\n    at file:///pool/node_modules/a.js';
    expect(
      nameFailures([{ file: '/pool/apps/a.test.ts', test: 'a pool is told', message }], '/pool'),
    ).toEqual([
      'Failed:',
      '  apps/a.test.ts: a pool is told',
      '      AssertionError: expected 1 to be 2',
      '      at a.test.ts:3:5',
    ]);
  });

  it('names a file that could not be loaded, and what is no file', () => {
    expect(
      nameFailures(
        [
          { file: '/pool/b.test.ts', test: undefined, message: 'Cannot find module' },
          { file: 'vitest', test: undefined, message: '' },
        ],
        '/pool',
      ),
    ).toEqual([
      'Failed:',
      '  b.test.ts: the file itself, outside its tests',
      '      Cannot find module',
      '  vitest: the file itself, outside its tests',
    ]);
  });

  it('fits into what CI shows: 12 messages of five lines, 40 names, and how many more', () => {
    const lines = nameFailures(
      Array.from({ length: 43 }, (_, index) => failure(index)),
      '/pool',
    );
    expect(lines).toHaveLength(1 + 40 + 12 * 5 + 1);
    expect(lines.slice(1, 7)).toEqual([
      '  e2e/0.test.ts: test 0',
      '      one',
      '      two',
      '      three',
      '      four',
      '      five',
    ]);
    expect(lines.slice(-2)).toEqual(['  e2e/39.test.ts: test 39', '  and 3 more']);
  });
});
