// npm test: builds what is stale, then runs every suite and journey, or with `-- PATH…` those of the paths. --long adds the long ones.
import { mkdirSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { buildStale } from './build/build-stale.ts';
import { findChromium, thisMachine } from './find-chromium.ts';
import { ROOT } from './root.ts';
import { chooseSuites } from './test/choose-suites.ts';
import { closingLine } from './test/count-tests.ts';
import type { TestCounts } from './test/count-tests.ts';
import { HeldOutput } from './test/held-output.ts';
import { makeMemoryFolder } from './test/memory-folder.ts';
import { nameFailures } from './test/name-failures.ts';
import { runPlaywright, runVitest, tryJourneysAgain, trySuitesAgain } from './test/run-suites.ts';

const started = performance.now();
const { suites, journeys, isLong, isBeside } = chooseSuites(process.argv.slice(2));
/** Long suites measure, and one fills a disk: they keep to the disk. */
const memoryFolder = isLong ? undefined : makeMemoryFolder();
const env: NodeJS.ProcessEnv = {
  ...process.env,
  ...(isLong ? { TEST_LONG: '1' } : {}),
  ...(memoryFolder === undefined
    ? {}
    : { TMPDIR: memoryFolder, POOL_FIRST_DATA: join(memoryFolder, 'first-data') }),
};

/** The suites take longer than the journeys beside them, and wait more: a third worker fills the waits where there is memory for it. */
const suiteWorkers = totalmem() > 12 * 2 ** 30 ? 3 : 2;

const NO_BROWSER: TestCounts = {
  passed: 0,
  failed: 1,
  skipped: 0,
  unsteady: [],
  failures: [{ file: 'e2e', test: undefined, message: 'no browser could be started, or the build failed' }],
};

const isBuilt = await buildStale().then(
  () => true,
  (error: unknown) => {
    console.error('The build failed, so no browser is started:', error);
    return false;
  },
);
// The suites' databases are copies of it, too.
if (isBuilt) env['BUILT_DATABASE'] = join(ROOT, 'apps/pool/dist/prepared-database');
const counts = isBeside ? await runBoth() : await runInTurn(suites, journeys);

console.log(`\nAll suites took ${((performance.now() - started) / 1000).toFixed(0)} s.`);
const unsteady = counts.flatMap((each) => each.unsteady);
if (unsteady.length > 0)
  console.log(`In quarantine, and passed only when tried again (to be fixed): ${unsteady.join(' | ')}`);
const failed = nameFailures(
  counts.flatMap(({ failures }) => failures),
  ROOT,
).join('\n');
// `.ci/run` says it again at its end.
mkdirSync(join(ROOT, 'test-results'), { recursive: true });
writeFileSync(join(ROOT, 'test-results/failed.txt'), failed);
if (failed !== '') console.log(failed);
console.log(closingLine(counts));
process.exitCode = counts.some(({ failed }) => failed > 0) ? 1 : 0;

/**
 * Suites and journeys wait for timers, processes and pages: side by side, each fills the waits of the other. One worker of journeys is done long
 * before the suites, and starts one browser and one pool where two workers start two.
 */
async function runBoth(): Promise<TestCounts[]> {
  const held = new HeldOutput((chunk) => process.stdout.write(chunk));
  const [first, most] = await Promise.all([
    runVitest(env, [`--maxWorkers=${suiteWorkers}`]).finally(() => held.release()),
    runJourneys(['--workers=1'], held),
  ]);
  return [await trySuitesAgain(env, first), await tryAgain(most)];
}

async function runInTurn(
  paths: readonly string[] | undefined,
  journeyPaths: readonly string[] | undefined,
): Promise<TestCounts[]> {
  const all: TestCounts[] = [];
  if (paths !== undefined) all.push(await trySuitesAgain(env, await runVitest(env, paths)));
  if (journeyPaths !== undefined) all.push(await tryAgain(await runJourneys(journeyPaths)));
  return all;
}

async function runJourneys(args: readonly string[], held?: HeldOutput): Promise<TestCounts> {
  const withBrowser = browserEnv();
  return withBrowser === undefined ? NO_BROWSER : runPlaywright(withBrowser, args, held);
}

async function tryAgain(first: TestCounts): Promise<TestCounts> {
  const withBrowser = browserEnv();
  return withBrowser === undefined ? first : tryJourneysAgain(withBrowser, first);
}

/** Undefined where no browser can be started, or there is nothing to show it. */
function browserEnv(): NodeJS.ProcessEnv | undefined {
  if (!isBuilt) return undefined;
  const browser = findChromium(thisMachine());
  if (browser.kind === 'found') return { ...env, CHROMIUM_PATH: browser.path };
  console.error(browser.advice);
  return undefined;
}
