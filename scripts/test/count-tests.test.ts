import { describe, expect, it } from 'vitest';
import { closingLine, countPlaywright, countVitest, withExitCode } from './count-tests.ts';

describe('counting tests', () => {
  it('adds up the files of a Vitest report', () => {
    const report = {
      testResults: [
        { status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'skipped' }] },
        { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
      ],
    };
    expect(countVitest(report)).toEqual({ passed: 2, failed: 1, skipped: 1 });
  });

  it('counts a file that could not be loaded as a failure', () => {
    const report = { testResults: [{ status: 'failed', assertionResults: [] }] };
    expect(countVitest(report)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('takes a flaky journey for a failed one', () => {
    expect(countPlaywright({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 } })).toEqual({
      passed: 3,
      failed: 2,
      skipped: 2,
    });
  });

  it('never lets a bad exit code pass for success', () => {
    expect(withExitCode({ passed: 5, failed: 0, skipped: 0 }, 1).failed).toBe(1);
    expect(withExitCode({ passed: 5, failed: 2, skipped: 0 }, 1).failed).toBe(2);
    expect(withExitCode({ passed: 5, failed: 0, skipped: 0 }, 0).failed).toBe(0);
  });

  it('closes with one line over all runners', () => {
    const none = { passed: 0, failed: 0, skipped: 0 };
    expect(closingLine([{ passed: 7, failed: 0, skipped: 0 }, none])).toBe('7 passed, 0 failed');
    expect(
      closingLine([
        { passed: 7, failed: 1, skipped: 2 },
        { passed: 3, failed: 1, skipped: 0 },
      ]),
    ).toBe('10 passed, 2 failed, 2 skipped');
  });
});
