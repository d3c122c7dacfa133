import { describe, expect, it } from 'vitest';
import { playedUpstreams } from '../testing/played-upstreams.ts';
import { readTranscript, type TranscriptLine } from '../testing/transcript.ts';
import { settingsOf } from '../testing/upstream-pair.ts';
import { UpstreamClient } from './client.ts';
import type { ClientOutcome, ClientStep } from './client-state.ts';

/** What recorded pools told real mining programs, and how many jobs of it a client of ours takes. */
const recorded = [
  { name: 'cpuminer-opt-sha256d-vardiff-xnonce-reconnect', dialect: 'bitcoin', jobs: 4 },
  { name: 'cpuminer-multi-scrypt-vardiff-xnonce', dialect: 'bitcoin', jobs: 1 },
  { name: 'calib-gr', dialect: 'bitcoin', jobs: 4 },
  { name: 'nheqminer-equihash-tcp', dialect: 'zcash', jobs: 1 },
  { name: 'ethminer-ethproxy-tcp', dialect: 'ethproxy', jobs: 1 },
  { name: 'ethminer-ethereumstratum1-tcp', dialect: 'ethereum-stratum', jobs: 1 },
  { name: 'xmrig-rx0-tcp', dialect: 'monero', jobs: 2 },
  { name: 'xmrig-rx0-keepalive', dialect: 'monero', jobs: 1 },
];

/** Plays the first connection of a recording: each of our questions gets the answer that the program got, then comes the rest. */
function replay(name: string, dialect: string): readonly ClientOutcome[] {
  const played = playedUpstreams.find((each) => each.name === dialect);
  if (played === undefined) throw new Error(`no client of ${dialect}`);
  const all = readTranscript(name);
  const lines = all.filter(({ connection }) => connection === all[0]?.connection);
  const client = new UpstreamClient(played.client, settingsOf(played));
  const outcomes: ClientOutcome[] = [];
  let step: ClientStep = client.open(0);
  const waiting: string[] = [];
  const take = (next: ClientStep): void => {
    step = next;
    outcomes.push(...next.outcomes);
    waiting.push(...next.lines);
  };
  take(step);
  for (let line = waiting.shift(); line !== undefined; line = waiting.shift()) {
    const { id, method } = JSON.parse(line) as { id: number; method: string };
    const answer = { result: true, error: null, ...answerTo(lines, method), id };
    take(client.receive(step.state, JSON.stringify(answer), 0));
  }
  for (const { direction, line, message } of lines)
    if (direction === 's2c' && message.method !== undefined) take(client.receive(step.state, line, 0));
  return outcomes;
}

function answerTo(lines: readonly TranscriptLine[], method: string): object | undefined {
  const asked = lines.findIndex(({ direction, message }) => direction === 'c2s' && message.method === method);
  const { id } = lines[asked]?.message ?? {};
  return lines
    .slice(asked + 1)
    .find(({ message }) => id !== undefined && message.id === id && !message.method)?.message;
}

describe('what recorded pools said', () => {
  it.for(recorded)('$name is understood', ({ name, dialect, jobs }) => {
    const outcomes = replay(name, dialect);
    expect(outcomes.filter(({ kind }) => kind === 'fault')).toEqual([]);
    expect(outcomes.filter(({ kind }) => kind === 'job').length).toBe(jobs);
    expect(outcomes[0]?.kind).toBe('ready');
  });
});
