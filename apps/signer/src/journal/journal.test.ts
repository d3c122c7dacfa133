import { appendFileSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { coin, order, requestOf } from '../testing/honest-request.ts';
import { noon, openTestSigner, owner, type TestSigner } from '../testing/test-signer.ts';
import { beginJournal, Journal } from './journal.ts';

let kit: TestSigner;
beforeEach(() => {
  kit = openTestSigner();
  for (const seed of [1, 2, 3]) kit.sign(requestOf([coin(seed)], [order(`a:${seed}`, 1000n)]));
});
afterEach(() => kit.close());

/** What a start says; the suite's own signer has the file, so the start is on a copy. */
function start(change: (paths: { journal: string; head: string }) => void, ignoresHead = false): string {
  const paths = { journal: `${kit.files.journal}.copy`, head: `${kit.files.head}.copy` };
  copyFileSync(kit.files.journal, paths.journal);
  copyFileSync(kit.files.head, paths.head);
  change(paths);
  try {
    const journal = Journal.open(paths, owner, ignoresHead);
    const { head, hadRest } = journal;
    journal.close();
    return `line ${head.entry}${hadRest ? ', cut' : ''}`;
  } catch (error) {
    return (error as Error).message;
  } finally {
    rmSync(paths.journal, { force: true });
    rmSync(paths.head, { force: true });
  }
}

const lines = (): string[] => readFileSync(kit.files.journal, 'utf8').trimEnd().split('\n');
const writeLines = (path: string, kept: readonly string[]): void =>
  writeFileSync(path, kept.map((line) => `${line}\n`).join(''));

describe('a journal at the start', () => {
  it('is taken as it was written', () => {
    expect(start(() => undefined)).toBe('line 4');
  });

  it('names the line that was edited [P20]', () => {
    const edited = (at: number) =>
      start(({ journal }) =>
        writeLines(journal, lines().with(at - 1, (lines()[at - 1] ?? '').replace('"at":', '"at": '))),
      );
    expect([1, 2, 3, 4].map(edited)).toEqual(
      [1, 2, 3, 4].map(
        (at) =>
          `Line ${at} of the journal does not follow from the lines before it: it was changed, or lines are missing.`,
      ),
    );
  });

  it('names the line after one that was cut out, put twice or exchanged', () => {
    expect(start(({ journal }) => writeLines(journal, lines().toSpliced(1, 1)))).toContain('Line 2 ');
    expect(start(({ journal }) => writeLines(journal, lines().toSpliced(2, 0, lines()[1] ?? '')))).toContain(
      'Line 3 ',
    );
    const [first = '', second = '', third = '', last = ''] = lines();
    expect(start(({ journal }) => writeLines(journal, [first, third, second, last]))).toContain('Line 2 ');
  });

  it('knows that it was set back, or that it is another', () => {
    expect(start(({ journal }) => writeLines(journal, lines().slice(0, 3)))).toBe(
      'The journal ends with line 3, and line 4 was written: it was set back, or replaced.',
    );
    expect(start(({ journal }) => writeFileSync(journal, ''))).toBe('The journal is empty.');
    expect(start(({ journal }) => rmSync(journal))).toContain('is not there.');
    expect(start(({ head }) => rmSync(head))).toContain('says how far the journal goes');
    expect(
      start((paths) => {
        rmSync(paths.journal);
        beginJournal(paths, { ...owner, id: 'cd'.repeat(16) }, noon);
      }),
    ).toBe('The journal belongs to another keystore.');
    expect(
      start((paths) => {
        rmSync(paths.journal);
        beginJournal(paths, { ...owner, journalKey: new Uint8Array(32) }, noon);
      }),
    ).toContain('Line 1 ');
  });

  it('loses nothing but what a power cut left half written', () => {
    expect(start(({ journal }) => appendFileSync(journal, lines()[1]?.slice(0, 90) ?? ''))).toBe(
      'line 4, cut',
    );
    // The end of the line is on the disk and its middle is not.
    expect(start(({ journal }) => appendFileSync(journal, `${'\0'.repeat(90)}}\n`))).toBe('line 4, cut');
    // The line is there whole, and the head of it was not written yet: nothing was answered, and it is kept.
    const [, , , last = ''] = lines();
    const head = `3 ${lines()[2]?.slice(0, 64)}\n`;
    expect(start((paths) => writeFileSync(paths.head, head))).toBe('line 4');
    expect(
      start((paths) => {
        writeFileSync(paths.head, head);
        writeLines(paths.journal, [...lines().slice(0, 3), last.replace('1000', '9999')]);
      }),
    ).toBe('line 3, cut');
  });

  it('can be taken shorter where the operator says so, but not changed', () => {
    expect(start(({ journal }) => writeLines(journal, lines().slice(0, 3)), true)).toBe('line 3');
    expect(start(({ journal }) => writeLines(journal, lines().toSpliced(1, 1)), true)).toContain('Line 2 ');
  });

  it('is held by one process', () => {
    expect(() => Journal.open(kit.files, owner)).toThrow('another signer runs on this directory');
  });
});

it('notices a line that is changed under it', () => {
  const request = requestOf([coin(1)], [order('a:1', 1000n)]);
  writeLines(kit.files.journal, lines().with(1, (lines()[1] ?? '').replace('a:1', 'a:9')));
  expect(() => kit.sign(request)).toThrow('Line 2 of the journal was changed while it was open.');
});
