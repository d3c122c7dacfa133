import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alwaysQuoteCmd, quoteCmd } from './quote-cmd.ts';
import { readCmdLine } from './testing/read-cmd-line.ts';
import { codePoint } from './testing/code-point.ts';

const nasty = fc.oneof(
  fc.string({ unit: fc.constantFrom(...Array.from('"%^&|<>()!\\ \t:=~,;#\'`$aPATH0')), maxLength: 40 }),
  fc.string({ unit: codePoint, maxLength: 40 }),
);

/** What no cmd line can hold. */
const carried = (text: string) => text.replaceAll(/[\0\r\n]/g, ' ').replaceAll('\u001a', ' ');

describe('quoteCmd', () => {
  it('leaves a login and a URL as they are', () => {
    expect(quoteCmd('BTC:bc1qabc.rig-01#abcd-1234', 'prompt')).toBe('BTC:bc1qabc.rig-01#abcd-1234');
    expect(quoteCmd('stratum+ssl://randomx.example.org:443', 'batch')).toBe(
      'stratum+ssl://randomx.example.org:443',
    );
    expect(quoteCmd(String.raw`binaries\cpuminer-avx2.exe`, 'prompt')).toBe(
      String.raw`binaries\cpuminer-avx2.exe`,
    );
  });

  it('quotes what cmd would take apart', () => {
    expect(quoteCmd('a b', 'prompt')).toBe('"a b"');
    expect(quoteCmd('a&calc', 'prompt')).toBe('"a&calc"');
    expect(quoteCmd('', 'prompt')).toBe('""');
    expect(quoteCmd('100%', 'batch')).toBe('"100%%"');
    expect(quoteCmd('%PATH%', 'prompt')).toBe('^"^%^PATH^%^"');
    expect(quoteCmd('say "hi"', 'prompt')).toBe(String.raw`^"say \^"hi\^"^"`);
  });

  it.each(['prompt', 'batch'] as const)('hands any word to the program unchanged (%s)', (place) => {
    fc.assert(
      fc.property(fc.array(nasty, { minLength: 1, maxLength: 4 }), (words) => {
        const line = words.map((word) => quoteCmd(word, place)).join(' ');
        expect(readCmdLine(line, place)).toEqual(words.map(carried));
      }),
      { numRuns: 2000 },
    );
  });

  it('quotes a harmless word too when told to', () => {
    expect(alwaysQuoteCmd('ssl://host:1', 'batch')).toBe('"ssl://host:1"');
    expect(readCmdLine(`--url=${alwaysQuoteCmd('a%b"c', 'batch')}`, 'batch')).toEqual(['--url=a%b"c']);
  });
});

describe('the reference reader', () => {
  it('sees what an unquoted word would do', () => {
    expect(() => readCmdLine('echo a&calc', 'prompt')).toThrow('operator &');
    expect(readCmdLine('%PATH%', 'prompt')).toEqual(['EXPANDED']);
    expect(readCmdLine('%PATH:a=b^%', 'prompt')).toEqual(['EXPANDED']);
  });
});
