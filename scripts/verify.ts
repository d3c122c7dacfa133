// npm run verify: types, lint, format, dead code, import rules between modules, plain words.
import { availableParallelism } from 'node:os';
import { ROOT } from './root.ts';
import { checks } from './verify/checks.ts';
import { runChecks } from './verify/run-checks.ts';

const started = performance.now();
const results = await runChecks(ROOT, checks, Math.max(2, availableParallelism()), (result) => {
  const sentence = result.ok ? 'ok  ' : 'FAIL';
  console.log(`${sentence}  ${result.check.name}  ${result.seconds.toFixed(1)} s`);
});

const failed = results.filter((result) => !result.ok);
for (const result of failed)
  console.log(`\n── ${result.check.name}: ${result.check.command.join(' ')}\n${result.output.trimEnd()}`);
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(
  failed.length === 0
    ? `\nverify: all ${results.length} checks hold, ${seconds} s`
    : `\nverify: ${failed.length} of ${results.length} checks failed (${failed.map((result) => result.check.name).join(', ')}), ${seconds} s`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
