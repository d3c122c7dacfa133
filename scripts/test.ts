// npm test: builds what is stale, then runs every suite and journey, or with `-- PATH…` those of the paths. --long adds the long ones.
import { buildStale } from './build/build-stale.ts';
import { findChromium, thisMachine } from './find-chromium.ts';
import { chooseSuites } from './test/choose-suites.ts';
import { closingLine } from './test/count-tests.ts';
import type { TestCounts } from './test/count-tests.ts';
import { runPlaywright, runVitest } from './test/run-suites.ts';

const started = performance.now();
const { suites, journeys, isLong } = chooseSuites(process.argv.slice(2));
const env = { ...process.env, ...(isLong ? { TEST_LONG: '1' } : {}) };

const FAILURE: TestCounts = { passed: 0, failed: 1, skipped: 0, unsteady: [] };

const counts: TestCounts[] = [];
const isBuilt = await buildStale().then(
  () => true,
  (error: unknown) => {
    console.error('The build failed, so no browser is started:', error);
    return false;
  },
);
if (suites !== undefined) counts.push(await runVitest(env, suites));
if (journeys !== undefined) counts.push(isBuilt ? await runJourneys(journeys) : FAILURE);

console.log(`\nAll suites took ${((performance.now() - started) / 1000).toFixed(0)} s.`);
const unsteady = counts.flatMap((each) => each.unsteady);
if (unsteady.length > 0)
  console.log(`Passed only at a second look (a test to mend): ${unsteady.join(' | ')}`);
console.log(closingLine(counts));
process.exitCode = counts.some(({ failed }) => failed > 0) ? 1 : 0;

async function runJourneys(paths: readonly string[]): Promise<TestCounts> {
  const browser = findChromium(thisMachine());
  if (browser.kind === 'found') return runPlaywright({ ...env, CHROMIUM_PATH: browser.path }, paths);
  console.error(browser.advice);
  return FAILURE;
}
