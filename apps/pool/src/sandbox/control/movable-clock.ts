import type { Clock } from '../../domain/kernel/clock.ts';

/** The system's time plus what a journey has moved it by. Only the sandbox control ever moves it. */
export interface MovableClock extends Clock {
  advance(ms: number): void;
}

export function movableClock(systemNow: () => number): MovableClock {
  let movedMs = 0;
  return {
    now: () => systemNow() + movedMs,
    advance: (ms) => {
      movedMs += ms;
    },
  };
}
