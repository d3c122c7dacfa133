import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineFramer } from './line-framer.ts';

const decode = (bytes: Uint8Array, from: number, to: number) =>
  new TextDecoder().decode(bytes.subarray(from, to));

function frame(chunks: readonly Uint8Array[]): { lines: string[]; outcome: string } {
  const framer = new LineFramer(decode);
  const lines: string[] = [];
  let outcome = 'ok';
  for (const chunk of chunks) outcome = framer.push(chunk, (line) => lines.push(line));
  return { lines, outcome };
}

const bytes = (text: string) => new TextEncoder().encode(text);

describe('LineFramer', () => {
  it('cuts lines at line feeds, with or without a carriage return, and hands on empty ones', () => {
    expect(frame([bytes('one\ntwo\r\n\r\n\nthree')])).toEqual({
      lines: ['one', 'two', '', ''],
      outcome: 'ok',
    });
  });

  it('hands on nothing after it was stopped, and knows a line that has not ended', () => {
    const framer = new LineFramer(decode);
    const lines: string[] = [];
    framer.push(bytes('on'), (line) => lines.push(line));
    expect(framer.unfinished).toBe(true);
    framer.push(bytes('e\ntwo\nthree\n'), (line) => {
      lines.push(line);
      if (line === 'two') framer.stop();
    });
    expect(framer.unfinished).toBe(false);
    framer.push(bytes('four\n'), (line) => lines.push(line));
    expect(lines).toEqual(['one', 'two']);
  });

  it('joins a line that comes in three pieces', () => {
    expect(frame([bytes('{"id"'), bytes(':1,"method'), bytes('":"x"}\n')]).lines).toEqual([
      '{"id":1,"method":"x"}',
    ]);
  });

  it('does not break a character that is split between chunks', () => {
    const whole = bytes('Grüße\n');
    expect(frame([whole.slice(0, 3), whole.slice(3)]).lines).toEqual(['Grüße']);
  });

  it('marks what is no UTF-8', () => {
    expect(frame([Uint8Array.of(0x61, 0xff, 0x0a)]).lines).toEqual(['a\uFFFD']);
  });

  it('takes 8192 bytes and not one more [I8]', () => {
    const longest = 'a'.repeat(8192);
    expect(frame([bytes(`${longest}\n`)])).toEqual({ lines: [longest], outcome: 'ok' });
    expect(frame([bytes(`b\n${longest}a\nc\n`)])).toEqual({ lines: ['b'], outcome: 'too-long' });
    expect(frame([bytes(`${longest}a`)])).toEqual({ lines: [], outcome: 'too-long' });
  });

  it('stays too long: nothing after it is a line', () => {
    const framer = new LineFramer(decode);
    const lines: string[] = [];
    expect(framer.push(bytes('a'.repeat(9000)), (line) => lines.push(line))).toBe('too-long');
    expect(framer.push(bytes('\nnext\n'), (line) => lines.push(line))).toBe('too-long');
    expect(lines).toEqual([]);
  });

  it('hands on the same lines however the stream is cut', () => {
    const piece = fc.oneof(
      fc.constantFrom('\n', '\r\n', '\r', '{"id":1}', 'é€𝄞', '\0', 'x'.repeat(4100)),
      fc.string(),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.array(fc.nat(), { maxLength: 20 }),
        (pieces, cuts) => {
          const stream = bytes(pieces.join(''));
          const places = [0, ...cuts.map((cut) => cut % (stream.length + 1)), stream.length].toSorted(
            (a, b) => a - b,
          );
          const chunks = places.slice(1).map((to, index) => stream.slice(places[index], to));
          expect(frame(chunks)).toEqual(frame([stream]));
        },
      ),
      { numRuns: 500 },
    );
  });
});
