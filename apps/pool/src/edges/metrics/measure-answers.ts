import { Histogram, type Registry } from 'prom-client';

/** In seconds. What takes a second has waited for a verifier or the database. */
const buckets = [0.0005, 0.002, 0.01, 0.05, 0.2, 1, 5];

/** How long miners wait for answers; called with those that are timed. */
export function measureAnswers(registers: Registry[]): (algorithm: string, ms: number) => void {
  const answers = new Histogram({
    name: 'openlode_answer_duration_seconds',
    help: 'From the read of what a miner sent, a share as a rule, until its answer was written; of every sixteenth read',
    labelNames: ['algorithm'],
    buckets,
    registers,
  });
  return (algorithm, ms) => answers.observe({ algorithm }, ms / 1000);
}
