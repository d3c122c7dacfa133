import { setImmediate as otherTurns } from 'node:timers/promises';
import type { Steps } from '@openlode/ledger/in-steps';

/** Runs a long reckoning step by step; between two steps the event loop belongs to the miners. */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await otherTurns();
  }
}
