import { describe, expect, it } from 'vitest';
import { ROOT } from '../root.ts';
import { plainSources, wordFaults } from './plain-words.ts';

const wordsIn = (source: string): string[] => wordFaults('x.ts', source).map(({ word }) => word);

describe('the check of plain words', () => {
  it('finds a planted word in a comment, a name, a sentence and a template', () => {
    expect(wordsIn('// Whoever comes later waits.')).toEqual(['whoever']);
    expect(wordsIn('/** One line.\n * The door knows so many. */\nexport {};')).toEqual(['so many', 'door']);
    expect(wordsIn('const payoutDoubt = ctx.desk.told_up_to;')).toEqual(['doubt', 'desk', 'told']);
    expect(wordsIn("log.warn('a fault that nobody caught');")).toEqual(['nobody']);
    expect(wordsIn('throw new Error(`${id} is reckoned anew`);')).toEqual(['reckoned', 'anew']);
    expect(wordsIn("void row.accountId; // The miner's account.")).toEqual(["miner's account", 'accountId']);
    expect(wordFaults('x.ts', '\n\n// mend it')[0]).toEqual({
      line: 3,
      word: 'mend',
      instead: 'fix, or repair',
    });
  });

  it('leaves stored names, names in backticks and other senses alone', () => {
    expect(wordsIn("const account = 'conv:desk';")).toEqual([]);
    expect(wordsIn('// The ledger account of a posting.\nconst account = miningAccount(minerId);')).toEqual(
      [],
    );
    expect(wordsIn('// `mended` holds the login.')).toEqual([]);
    expect(wordsIn('// Books an entry. There are so many that a page is full.')).toEqual([]);
    expect(wordsIn('const outdoor = recommended;')).toEqual([]);
  });

  it('reads the pool, the site, the packages, suites, benches and scripts', () => {
    const folders = new Set([...plainSources(ROOT).keys()].map((path) => path.split('/')[0]));
    expect([...folders].toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
      'apps',
      'bench',
      'e2e',
      'packages',
      'scripts',
      'testing',
    ]);
  });
});
