import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { badLines } from '../testing/bad-lines.ts';
import { type PlayedUpstream, playedUpstreams } from '../testing/played-upstreams.ts';
import { settingsOf } from '../testing/upstream-pair.ts';
import { UpstreamClient } from './client.ts';
import type { ClientStep } from './client-state.ts';

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
const job = fc.record(
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
  fc.array(fc.oneof(value, fc.array(value, { maxLength: 5 }), job), { maxLength: 9 }),
  job,
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
const line = fc.oneof(
  { weight: 5, arbitrary: fc.oneof(announced, answered).map((each) => JSON.stringify(each)) },
  { weight: 1, arbitrary: fc.constantFrom(...badLines) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);

/** What holds for every step, whatever was said. */
function check({ state, lines, outcomes }: ClientStep): void {
  for (const each of lines) expect(each).toMatch(/^\{.*\}\n$/);
  for (const outcome of outcomes) {
    if (outcome.kind === 'fault') expect(outcome.ends ? state.phase : 'going on').toMatch(/ended|going on/);
    if (outcome.kind !== 'job') continue;
    const { id, target, room } = outcome.job;
    expect(id).toMatch(/^[\x20-\x7e]{1,128}$/);
    expect(target > 0n && target < 1n << 256n).toBe(true);
    expect(room.prefix).toMatch(/^(?:[0-9a-f]{2}){0,32}$/);
    expect(Number.isInteger(room.freeBytes) && room.freeBytes > 0 && room.freeBytes <= 32).toBe(true);
  }
  expect(state.asked.size).toBeLessThanOrEqual(260);
  expect(state.recent.length + state.early.length).toBeLessThanOrEqual(80);
}

/** Lets a client in, tells it all these lines, has it submit for each job, and lets time pass. */
function tell(played: PlayedUpstream, isLetIn: boolean, lines: readonly string[]): void {
  const client = new UpstreamClient(played.client, settingsOf(played, { versionMask: 0x1fffe000 }));
  let step = client.open(0);
  const take = (next: ClientStep): void => {
    step = next;
    check(next);
  };
  if (isLetIn)
    for (const id of [1, 2, 3, 4]) {
      const result =
        played.name === 'monero' ? { id: 's', status: 'OK' } : id === 2 ? [[], '08000002', 4] : true;
      take(
        client.receive(
          step.state,
          JSON.stringify({ id, result: step.state.phase === 'greeting' ? result : true }),
          0,
        ),
      );
    }
  for (const [index, each] of lines.entries()) {
    take(client.receive(step.state, each, index * 100));
    for (const outcome of step.outcomes) {
      if (outcome.kind !== 'job') continue;
      const free = '0'.repeat(2 * outcome.job.room.freeBytes);
      const found = played.found(outcome.job, free);
      take(client.submit(step.state, { ticket: index, job: outcome.job, found }, index * 100));
    }
  }
  take(client.passTime(step.state, lines.length * 100 + 10_000));
}

describe.for(playedUpstreams.map((played) => [played.name, played] as const))(
  'an upstream of %s',
  ([, played]) => {
    it('may say anything', () => {
      fc.assert(
        fc.property(fc.boolean(), fc.array(line, { maxLength: 12 }), (isLetIn, lines) =>
          tell(played, isLetIn, lines),
        ),
        { numRuns: 150 },
      );
      expect(Object.keys(Object.prototype)).toEqual([]);
    });
  },
);
