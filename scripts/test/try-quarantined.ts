import type { Failure, TestCounts } from './count-tests.ts';
import type { Quarantined } from './quarantine.ts';

/**
 * Tries a run's failed files once more, alone, where every failure is in quarantine, and counts these as unsteady if they pass. Everything
 * else stays failed: a failure outside the list, one that fails twice, and one that no test stands for.
 */
export async function tryQuarantined(
  first: TestCounts,
  list: readonly Quarantined[],
  again: (files: readonly string[]) => Promise<TestCounts>,
): Promise<TestCounts> {
  const { failures, failed } = first;
  const isListed = ({ test }: Failure): boolean => list.some((each) => each.test === test);
  if (failed === 0 || failures.length !== failed || !failures.every(isListed)) return first;
  const second = await again([...new Set(failures.map(({ file }) => file))]);
  if (second.failed > 0) return first;
  return {
    passed: first.passed + failed,
    failed: 0,
    skipped: first.skipped,
    unsteady: failures.flatMap(({ test }) => test ?? []),
    failures: [],
  };
}
