import { describe, expect, it } from 'vitest';
import { csvLine } from './csv-line.ts';

describe('csvLine', () => {
  it('quotes what would break a line, and starts no formula', () => {
    expect(csvLine(['1.5', 'a,b', 'say "x"', 'two\r\nlines', '=1+1', '@SUM(A1)', '-2', ''])).toBe(
      `1.5,"a,b","say ""x""","two\r\nlines",'=1+1,'@SUM(A1),'-2,\r\n`,
    );
  });

  it('leaves a number of ours a number, below zero too', () => {
    expect(csvLine(['-2', { number: '-2.5' }, { number: '' }])).toBe("'-2,-2.5,\r\n");
  });
});
