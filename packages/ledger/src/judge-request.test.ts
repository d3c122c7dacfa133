import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeRequest, type RequestLook } from './judge-request.ts';

const request = { madeAt: 1_000_000, validMs: 60_000 };
const look = (at: number, seen: RequestLook['seen'] = 'absent'): RequestLook => ({ at, seen });
const fallen = (at: number): RequestLook => ({ at, seen: 'absent', hasFallen: true });
/** Judged when the last look was answered, or a moment after the request was made. */
const judge = (...looks: RequestLook[]) =>
  judgeRequest({ ...request, now: Math.max(1_000_001, ...looks.map(({ at }) => at)) }, looks);

describe('judgeRequest', () => {
  it('takes a request for taken as soon as one look finds it, whatever others showed', () => {
    expect(judge(look(1_000_001, 'found'))).toBe('taken');
    expect(judge(look(1_200_000), look(1_900_000), look(1_000_001, 'found'))).toBe('taken');
  });

  it('takes it for never taken after two looks ten minutes apart, both after it could have been accepted', () => {
    expect(judge()).toBe('look-again');
    expect(judge(look(1_000_001), look(1_120_000))).toBe('look-again');
    expect(judge(look(1_120_001), look(1_720_000))).toBe('look-again');
    expect(judge(look(1_120_000), look(1_720_001))).toBe('look-again');
    expect(judge(look(1_120_001), look(1_720_001))).toBe('never-taken');
    expect(judge(look(1_720_001), look(1_120_001))).toBe('never-taken');
  });

  it('takes nothing for never taken while less of the coin is there than before', () => {
    expect(judge(look(1_120_001), fallen(1_720_001))).toBe('look-again');
    expect(judge(fallen(1_120_001), look(1_720_001))).toBe('look-again');
    expect(judge(look(1_120_001), look(1_720_001), fallen(1_900_000))).toBe('look-again');
    expect(judge(fallen(1_120_001), fallen(87_400_001))).toBe('review');
    expect(judge(fallen(1_000_001), look(1_120_001), look(1_720_001))).toBe('look-again');
  });

  it('asks a person where more than one thing could be it, or where a day has not shown it', () => {
    expect(judge(look(1_000_001, 'ambiguous'), look(1_000_002, 'found'))).toBe('review');
    expect(judge(look(1_000_000 + 86_400_001))).toBe('review');
  });

  it('asks a person after a day in which no look was answered', () => {
    expect(judgeRequest({ ...request, now: 87_400_000 }, [])).toBe('look-again');
    expect(judgeRequest({ ...request, now: 87_400_001 }, [])).toBe('review');
    expect(judgeRequest({ ...request, now: 87_400_001 }, [look(1_000_001)])).toBe('review');
    const absences = [look(1_120_001), look(1_720_001)];
    expect(judgeRequest({ ...request, now: 87_400_001 }, absences)).toBe('never-taken');
  });

  it('never gives a request up that was found once, in whatever order it was looked for', () => {
    const looks = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 100_000_000 }), fc.constant('absent' as const)),
    );
    fc.assert(
      fc.property(looks, fc.integer({ min: 0, max: 100_000_000 }), fc.nat(), (absent, at, place) => {
        const all = absent.map(([time, seen]) => look(time, seen));
        all.splice(place % (all.length + 1), 0, look(at, 'found'));
        expect(judge(...all)).toBe('taken');
      }),
    );
  });
});
