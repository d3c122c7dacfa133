import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backingOf, countWitnesses } from './backing.ts';

const of = (volumes: Readonly<Record<string, bigint>>) => backingOf(new Map(Object.entries(volumes)));

describe('backingOf', () => {
  it('is the venue that has half of the volume or more, broad where none has, unknown where nothing is traded', () => {
    expect(of({ gate: 50n, kraken: 30n, mexc: 20n })).toEqual({ kind: 'venue', venue: 'gate' });
    expect(of({ gate: 49n, kraken: 31n, mexc: 20n })).toEqual({ kind: 'broad' });
    expect(of({ kraken: 1n })).toEqual({ kind: 'venue', venue: 'kraken' });
    expect(of({ kraken: 1n, gate: 1n })).toEqual({ kind: 'venue', venue: 'gate' });
    expect(of({ gate: 0n, kraken: -1n })).toEqual({ kind: 'unknown' });
    expect(of({})).toEqual({ kind: 'unknown' });
  });
});

describe('countWitnesses', () => {
  it('counts each venue once, each broad word once, and unknown words only where there is nothing else', () => {
    const gate = { kind: 'venue', venue: 'gate' } as const;
    expect(countWitnesses([])).toBe(0);
    expect(countWitnesses([{ kind: 'unknown' }, { kind: 'unknown' }])).toBe(1);
    expect(countWitnesses([gate, gate, { kind: 'unknown' }])).toBe(1);
    expect(countWitnesses([gate, { kind: 'venue', venue: 'kraken' }])).toBe(2);
    expect(countWitnesses([gate, { kind: 'broad' }, { kind: 'broad' }])).toBe(3);
  });

  it('gains nothing from a word that repeats a venue', () => {
    const venue = fc.record({ kind: fc.constant('venue' as const), venue: fc.constantFrom('a', 'b', 'c') });
    fc.assert(
      fc.property(fc.array(venue, { minLength: 1, maxLength: 8 }), fc.nat(), (words, index) => {
        const repeated = words[index % words.length];
        expect(countWitnesses([...words, ...(repeated === undefined ? [] : [repeated])])).toBe(
          countWitnesses(words),
        );
      }),
    );
  });
});
