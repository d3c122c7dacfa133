import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { preferenceFields } from '../../shared/storage/preferences.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { inWords, keptByPool } from './kept-by-pool.ts';
import { fieldWords, recordWords } from './kept-in-browser.ts';

describe('what the privacy page lists', () => {
  it('is every field and every record that the browser keeps', () => {
    expect(Object.keys(fieldWords).toSorted()).toEqual([...preferenceFields].toSorted());
    expect(Object.keys(recordWords).toSorted()).toEqual(Object.keys(storageKeys).toSorted());
  });

  it('is in docs/browser-storage.md, too', () => {
    const doc = readFileSync(`${import.meta.dirname}/../../../../../docs/browser-storage.md`, 'utf8');
    for (const name of [...preferenceFields, ...Object.values(storageKeys)])
      expect(doc).toContain(`\`${name}\``);
  });

  it('is what the pool forgets, with its durations', () => {
    const until = (what: string) => keptByPool.find((each) => each.what === what)?.until;
    expect(until('Work by worker and minute')).toBe('2 hours');
    expect(until('Work by account and ten minutes')).toBe('8 days');
    expect(until('Events of an account')).toBe('7 days');
    expect(until('How many shares of a worker were accepted and rejected, and refused logins')).toBe(
      '25 hours',
    );
    expect(until('Challenges of an owner')).toBe('1 hour after their end');
    expect(inWords(86_400_000)).toBe('24 hours');
  });
});
