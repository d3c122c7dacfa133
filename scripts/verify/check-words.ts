import { ROOT } from '../root.ts';
import { plainSources, wordFaults } from './plain-words.ts';

const sources = plainSources(ROOT);
// A check that looks at nothing finds nothing.
if (sources.size < 1000) throw new Error(`only ${sources.size} sources were found`);
const faults = [...sources].flatMap(([path, source]) =>
  wordFaults(path, source).map(({ line, word, instead }) => `${path}:${line} “${word}”: write ${instead}`),
);
if (faults.length > 0) {
  process.stdout.write(`${faults.join('\n')}\n`);
  process.exitCode = 1;
}
