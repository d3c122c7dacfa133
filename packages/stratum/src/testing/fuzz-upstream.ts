import fc from 'fast-check';
import { codePoint } from '@openlode/mining/testing/code-point';
import { UpstreamClient } from '../upstream/client.ts';
import type { ClientStep } from '../upstream/client-state.ts';
import { badLines } from './bad-lines.ts';
import { checkFor } from './check-for.ts';
import type { PlayedUpstream } from './played-upstreams.ts';
import { settingsOf, UpstreamPair } from './upstream-pair.ts';

const hex = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '08',
    '080c',
    '0x08',
    'zz',
    'a'.repeat(64),
    `00${'f'.repeat(62)}`,
    '0'.repeat(64),
    'b88d0600',
  ),
  fc.nat(0xffffffff).map((value) => value.toString(16).padStart(8, '0')),
  fc.string({ maxLength: 8 }),
);
const value = fc.oneof(
  { weight: 6, arbitrary: hex },
  {
    weight: 3,
    arbitrary: fc.oneof(fc.constantFrom(0, 1, 4, 8, 1e308, -1, 1e-9, true, false, null), fc.double()),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);
const methods = [
  'mining.notify',
  'mining.set_difficulty',
  'mining.set_target',
  'mining.set_extranonce',
  'set_extranonce',
  'mining.set_version_mask',
  'job',
  'client.reconnect',
  'client.show_message',
  'client.get_version',
  '__proto__',
];
const anyJob = fc.record(
  Object.fromEntries(
    [
      'job_id',
      'blob',
      'target',
      'algo',
      'height',
      'seed_hash',
      'jobId',
      'fromGroup',
      'toGroup',
      'headerBlob',
    ].map((key) => [key, key === 'blob' ? fc.constantFrom('0'.repeat(152), 'ab') : value] as const),
  ),
  { requiredKeys: [] },
);
const params = fc.oneof(
  fc.array(fc.oneof(value, fc.array(value, { maxLength: 5 }), anyJob), { maxLength: 9 }),
  anyJob,
  value,
);
const announced = fc.record(
  { id: value, method: fc.constantFrom(...methods), params },
  { requiredKeys: ['method'] },
);
const answered = fc.record(
  { id: fc.oneof(fc.nat(6), value), result: params, error: value },
  { requiredKeys: ['id', 'result'] },
);
const strange = fc.oneof(
  { weight: 5, arbitrary: fc.oneof(announced, answered).map((each) => JSON.stringify(each)) },
  { weight: 1, arbitrary: fc.constantFrom(...badLines) },
  { weight: 1, arbitrary: fc.string({ unit: codePoint }) },
);

/** What a server of ours says, with one part of a line now and then replaced by something else. */
function lineOf(real: readonly string[]): fc.Arbitrary<string> {
  const part = /"[^"]*"|-?\d[\d.eE+-]*|true|false|null/g;
  const broken = fc.tuple(fc.constantFrom(...real), fc.nat(), value).map(([line, draw, instead]) => {
    const parts = [...line.matchAll(part)];
    const found = parts[draw % parts.length];
    if (found === undefined) return line;
    const { index } = found;
    return line.slice(0, index) + JSON.stringify(instead) + line.slice(index + found[0].length);
  });
  return fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...real) },
    { weight: 4, arbitrary: broken },
    { weight: 2, arbitrary: strange },
  );
}

/** Throws where a step has what no step may have, whatever was said. */
function check({ state, lines, outcomes }: ClientStep): void {
  const faults: string[] = [];
  for (const each of lines) if (!/^\{.*\}\n$/.test(each)) faults.push(`says ${each}`);
  for (const outcome of outcomes) {
    if (outcome.kind === 'fault' && outcome.ends && state.phase !== 'ended') faults.push('goes on');
    if (outcome.kind !== 'job') continue;
    const { id, target, room } = outcome.job;
    if (!/^[\x20-\x7e]{1,128}$/.test(id)) faults.push(`job ${id}`);
    if (target <= 0n || target >= 1n << 256n) faults.push(`target ${target}`);
    // Of Xelis it is an extranonce and a key.
    if (!/^(?:[0-9a-f]{2}){0,64}$/.test(room.prefix)) faults.push(`prefix ${room.prefix}`);
    if (!Number.isInteger(room.freeBytes) || room.freeBytes < 1 || room.freeBytes > 32)
      faults.push(`free ${room.freeBytes}`);
  }
  if (state.asked.size > 260 || state.recent.length + state.early.length > 80) faults.push('grows');
  if (faults.length > 0) throw new Error(faults.join());
}

/**
 * An upstream that says anything, for a number of seconds: what is true, what is nearly so, and what is nothing. Each job gets a share.
 * Answers how many lines were said and how many jobs were taken of them.
 */
export function fuzzUpstream(
  played: PlayedUpstream,
  seconds: number,
): { readonly lines: number; readonly jobs: number } {
  let count = 0;
  const pair = new UpstreamPair(played, () => (++count).toString(16).padStart(8, '0').repeat(8));
  for (let job = 0; job < 3; job++) pair.openJob();
  const isGreeting = (line: string): boolean => line.includes('"id":1') || line.includes('"id":2');
  const greeting = pair.heard.filter(isGreeting);
  const client = new UpstreamClient(played.client, settingsOf(played));
  let [lines, jobs] = [0, 0];

  const tell = (isLetIn: boolean, said: readonly string[]): void => {
    let step = client.open(0);
    const take = (next: ClientStep): void => {
      step = next;
      check(next);
    };
    for (const [index, each] of [...(isLetIn ? greeting : []), ...said].entries()) {
      lines += 1;
      take(client.receive(step.state, each, index * 100));
      for (const outcome of step.outcomes) {
        if (outcome.kind !== 'job') continue;
        jobs += 1;
        const { job } = outcome;
        const found = played.found(job, '0'.repeat(2 * job.room.freeBytes));
        take(client.submit(step.state, { ticket: index, job, found }, index * 100));
      }
    }
    take(client.passTime(step.state, said.length * 100 + 10_000));
  };
  const story = fc.array(lineOf(pair.heard), { maxLength: 12 });
  checkFor(seconds, fc.property(fc.boolean(), story, tell), () => jobs > 0);
  if (Object.keys(Object.prototype).length > 0) throw new Error('objects were poisoned');
  return { lines, jobs };
}
