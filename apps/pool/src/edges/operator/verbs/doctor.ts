import type { Diagnosis } from '../contexts.ts';
import { printTable } from '../print-table.ts';
import { looks, type VerbFamily } from '../verb.ts';

const marks: Readonly<Record<Diagnosis['state'], string>> = { well: 'ok', warning: 'look', ill: 'BAD' };

/** A warning is no fault. */
const doctor = looks({
  name: 'doctor',
  does: 'check settings, ports, clock, disk, database and rates, and say what to do',
  needs: 'program',
  input: {},
  run: (program) => program.diagnose(),
  finding: {
    means: 'something keeps the pool from running',
    isThere: (found) => found.some(({ state }) => state === 'ill'),
  },
  print: (found) => {
    const rows = found.map(({ state, subject, found: what, advice }) => [
      marks[state],
      subject,
      what,
      advice,
    ]);
    return printTable(['', 'what', 'found', 'what to do'], rows);
  },
});

export const doctorVerbs: VerbFamily = { verbs: [doctor] };
