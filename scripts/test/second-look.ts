import { relative } from 'node:path';
import type { TestCounts, VitestReport } from './count-tests.ts';

/** What waits for sockets, processes, databases and screens, and so for the machine. Everything else is pure: it fails for a reason. */
const waits = ['apps/pool/', 'apps/web/', 'e2e/'];
/** Where a failure may be a coin that was lost or doubled, once in many times. */
const money = ['apps/pool/src/domain/', 'apps/pool/src/adapters/rails/', 'apps/pool/src/sandbox/rail/'];
/** More than this is no coincidence. */
const MOST = 2;
/** A property that was falsified is a finding: another draw would only hide it. */
const falsified = /Property failed/;

/**
 * The files that may be run once more, alone, after a run in which nothing else failed: `undefined` where the failures speak for
 * themselves.
 */
export function filesToLookAtAgain(report: VitestReport, root: string): readonly string[] | undefined {
  const failed = report.testResults.filter(({ status }) => status === 'failed');
  const files = failed.map(({ name }) => relative(root, name));
  const isFinding = failed.some(({ assertionResults }) =>
    assertionResults.some(({ failureMessages }) => failureMessages?.some((text) => falsified.test(text))),
  );
  const isIn = (rooms: readonly string[], file: string): boolean =>
    rooms.some((room) => file.startsWith(room));
  const mayWait = files.every((file) => isIn(waits, file) && !isIn(money, file));
  return files.length > 0 && files.length <= MOST && mayWait && !isFinding ? files : undefined;
}

/** The first run's counts, once its failed files have all passed alone. */
export function afterSecondLook(first: TestCounts, report: VitestReport): TestCounts {
  const unsteady = report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === 'failed');
      return tests.length === 0 ? [name] : tests.map(({ fullName }) => fullName ?? name);
    });
  return { ...first, passed: first.passed + first.failed, failed: 0, unsteady };
}
