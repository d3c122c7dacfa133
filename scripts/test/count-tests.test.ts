import { describe, expect, it } from 'vitest';
import { closingLine, countPlaywright, countVitest, withExitCode } from './count-tests.ts';

const none = { passed: 0, failed: 0, skipped: 0, unsteady: [], failures: [] };

describe('counting tests', () => {
  it('adds up the files of a Vitest report', () => {
    const report = {
      testResults: [
        { name: 'a', status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'skipped' }] },
        {
          name: 'b',
          status: 'failed',
          assertionResults: [{ status: 'failed', fullName: 'b is told' }, { status: 'passed' }],
        },
      ],
    };
    expect(countVitest(report)).toEqual({
      passed: 2,
      failed: 1,
      skipped: 1,
      unsteady: [],
      failures: [{ file: 'b', test: 'b is told' }],
    });
  });

  it('counts a file that could not be loaded as a failure', () => {
    const report = { testResults: [{ name: 'a', status: 'failed', assertionResults: [] }] };
    expect(countVitest(report)).toEqual({ ...none, failed: 1 });
  });

  it('names the journeys that failed', () => {
    const spec = (title: string, status: string) => ({
      title,
      file: `${title}.spec.ts`,
      tests: [{ status }],
    });
    const suites = [{ specs: [spec('a', 'expected')], suites: [{ specs: [spec('b', 'unexpected')] }] }];
    const stats = { expected: 3, unexpected: 1, skipped: 2 };
    expect(countPlaywright({ stats, suites })).toEqual({
      passed: 3,
      failed: 1,
      skipped: 2,
      unsteady: [],
      failures: [{ file: 'b.spec.ts', test: 'b' }],
    });
  });

  it('never lets a bad exit code pass for success', () => {
    const five = { ...none, passed: 5 };
    expect(withExitCode(five, 1).failed).toBe(1);
    expect(withExitCode({ ...five, failed: 2 }, 1).failed).toBe(2);
    expect(withExitCode(five, 0).failed).toBe(0);
  });

  it('closes with one line over all runners', () => {
    expect(closingLine([{ ...none, passed: 7 }, none])).toBe('7 passed, 0 failed');
    expect(
      closingLine([
        { ...none, passed: 7, failed: 1, skipped: 2 },
        { ...none, passed: 3, failed: 1, unsteady: ['a', 'b'] },
      ]),
    ).toBe('10 passed, 2 failed, 2 skipped, 2 unsteady');
  });
});
