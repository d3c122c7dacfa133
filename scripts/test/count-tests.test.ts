import { describe, expect, it } from 'vitest';
import { closingLine, countPlaywright, countVitest, withExitCode } from './count-tests.ts';

describe('counting tests', () => {
  it('adds up the files of a Vitest report', () => {
    const report = {
      testResults: [
        { name: 'a', status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'skipped' }] },
        { name: 'b', status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
      ],
    };
    expect(countVitest(report)).toEqual({ passed: 2, failed: 1, skipped: 1, unsteady: [] });
  });

  it('counts a file that could not be loaded as a failure', () => {
    const report = { testResults: [{ name: 'a', status: 'failed', assertionResults: [] }] };
    expect(countVitest(report)).toEqual({ passed: 0, failed: 1, skipped: 0, unsteady: [] });
  });

  it('names a journey that passed only at its second try', () => {
    const spec = (title: string, status: string) => ({ title, tests: [{ status }] });
    const suites = [{ specs: [spec('a', 'expected')], suites: [{ specs: [spec('b', 'flaky')] }] }];
    const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 2 };
    expect(countPlaywright({ stats, suites })).toEqual({ passed: 4, failed: 1, skipped: 2, unsteady: ['b'] });
  });

  it('never lets a bad exit code pass for success', () => {
    const five = { passed: 5, failed: 0, skipped: 0, unsteady: [] };
    expect(withExitCode(five, 1).failed).toBe(1);
    expect(withExitCode({ ...five, failed: 2 }, 1).failed).toBe(2);
    expect(withExitCode(five, 0).failed).toBe(0);
  });

  it('closes with one line over all runners', () => {
    const none = { passed: 0, failed: 0, skipped: 0, unsteady: [] };
    expect(closingLine([{ ...none, passed: 7 }, none])).toBe('7 passed, 0 failed');
    expect(
      closingLine([
        { passed: 7, failed: 1, skipped: 2, unsteady: [] },
        { passed: 3, failed: 1, skipped: 0, unsteady: ['a', 'b'] },
      ]),
    ).toBe('10 passed, 2 failed, 2 skipped, 2 unsteady');
  });
});
