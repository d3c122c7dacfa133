import fc from 'fast-check';

/** Where nothing is enough, whatever is tried. */
const turnsMax = 1000;

/**
 * Checks a property for a number of seconds, and again where that was not enough: a machine that is slow, or stands still, must not be over
 * before anything was tried. Throws with the seed and the shortest case that fails.
 */
export function checkFor<Case>(seconds: number, property: fc.IProperty<Case>, isEnough: () => boolean): void {
  for (let turn = 0; turn === 0 || (turn < turnsMax && !isEnough()); turn += 1) {
    const details = fc.check(property, {
      numRuns: Number.MAX_SAFE_INTEGER,
      interruptAfterTimeLimit: seconds * 1000,
      markInterruptAsFailure: false,
    });
    // One that was over before its first case has failed, too, and has no case.
    if (details.counterexample !== null) throw new Error(fc.defaultReportMessage(details));
  }
}
