import { describe, expect, it } from 'vitest';
import { awaitClock, isClockSet } from './await-clock.ts';

describe('awaitClock', () => {
  const start = async (at: number, setAfter: number) => {
    const said: unknown[][] = [];
    let pauses = 0;
    await awaitClock(
      () => (pauses < setAfter ? at + pauses * 1000 : Date.UTC(2026, 10, 23)),
      { warn: (...line: unknown[]) => void said.push(line) } as never,
      async () => void (pauses += 1),
    );
    return { said, pauses };
  };

  it('waits for a clock that begins in 1970, and says so at once and every minute', async () => {
    expect(await start(5000, 61)).toEqual({
      pauses: 61,
      said: ['1970-01-01T00:00:05.000Z', '1970-01-01T00:01:05.000Z'].map((when) => [
        { event: 'clock-not-set' },
        `This machine's clock says ${when}, so it is not set yet. The pool starts as soon as it is (chrony or systemd-timesyncd).`,
      ]),
    });
  });

  it('waits for no clock that is set', async () => {
    expect(await start(0, 0)).toEqual({ said: [], pauses: 0 });
    expect([isClockSet(Date.UTC(2023, 11, 31)), isClockSet(Date.UTC(2024, 0, 1))]).toEqual([false, true]);
  });
});
