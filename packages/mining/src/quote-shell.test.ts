import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alwaysQuoteShell, quoteShell } from './quote-shell.ts';

/** What a program finds in its arguments when a real shell reads these words. */
function readByShell(words: readonly string[]): readonly string[] {
  const output = execFileSync('sh', ['-c', `printf '%s\\0' ${words.join(' ')}`], { encoding: 'utf8' });
  return output.split('\0').slice(0, -1);
}

const nasty = fc
  .oneof(
    fc.string({
      unit: fc.constantFrom(...Array.from('"\'$`\\!&|;<>(){}[]*?~# \t\n%=+@:aB0-')),
      maxLength: 30,
    }),
    fc.string({ unit: 'grapheme', maxLength: 30 }),
  )
  .map((text) => text.replaceAll('\0', ''));

describe('quoteShell', () => {
  it('leaves a login and a URL as they are', () => {
    expect(quoteShell('BTC:bc1qabc.rig-01#abcd-1234')).toBe('BTC:bc1qabc.rig-01#abcd-1234');
    expect(quoteShell('stratum+ssl://randomx.example.org:443')).toBe('stratum+ssl://randomx.example.org:443');
  });

  it('quotes what a shell would take apart', () => {
    expect(quoteShell('#comment')).toBe('"#comment"');
    expect(quoteShell('$(id)')).toBe("'$(id)'");
    expect(quoteShell("it's")).toBe(String.raw`'it'\''s'`);
    expect(quoteShell('')).toBe("''");
    expect(quoteShell('a\0b')).toBe('"ab"');
  });

  it('hands any word to the program unchanged, by a real shell', () => {
    fc.assert(
      fc.property(fc.array(nasty, { minLength: 20, maxLength: 60 }), (words) => {
        expect(readByShell(words.map(quoteShell))).toEqual(words);
        expect(readByShell(words.map(alwaysQuoteShell))).toEqual(words);
      }),
      { numRuns: 40 },
    );
  });
});
