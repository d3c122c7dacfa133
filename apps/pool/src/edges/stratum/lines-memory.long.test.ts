import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { LineFramer } from '@openlode/stratum/wire/line-framer';
import { bitcoinJobs } from '@openlode/stratum/dialects/bitcoin/jobs';
import { readMessage } from '@openlode/stratum/wire/message';
import { step } from '@openlode/stratum/dialects/bitcoin/session';
import { newSession, type SessionState } from '@openlode/stratum/dialects/bitcoin/session-state';
import { giveJob } from '@openlode/stratum/dialects/bitcoin/give-job';
import { badLines } from '@openlode/stratum/testing/bad-lines';
import { buildEnv, buildJob, easyRules, jobTime } from '@openlode/stratum/testing/session-kit';
import { describe, expect, it } from 'vitest';
import { sha256d } from './proof-of-work.ts';

const lines = 10_000_000;
const looks = 10;
const linesOfAJob = 50_000;
const miners = 100;

/** A session behind its framer, as a connection has them; who is disconnected comes again. */
class Wire {
  readonly framer = new LineFramer((bytes, from, to) => Buffer.from(bytes).toString('utf8', from, to));
  state: SessionState;

  constructor(extranonce1: number) {
    this.state = newSession(extranonce1);
  }
}

describe('lines', () => {
  it('leave nothing behind in memory, ten million of them', { timeout: 3_600_000 }, () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    // Work that does not change: half of all shares count.
    const rules = { ...easyRules, maximumWork: easyRules.minimumWork };
    const env = { ...buildEnv({ jobs: bitcoinJobs(), sha256d, rules }), now: jobTime * 1000 };
    const wires: Wire[] = [];
    let sessions = 0;
    let accepted = 0;
    let refused = 0;
    let jobs = 0;

    const connect = (place: number): void => {
      sessions += 1;
      wires[place] = new Wire(sessions);
      say(place, '{"id":1,"method":"mining.subscribe","params":["rig/1.0"]}\n');
      say(place, '{"id":2,"method":"mining.authorize","params":["DOGE:D1.rig1","d=0.0000000001"]}\n');
    };

    const say = (place: number, text: string): void => {
      const wire = wires[place];
      if (wire === undefined) return;
      let isGone = false;
      const bytes = Buffer.from(text);
      const cut = (place * 7) % (bytes.length + 1);
      for (const chunk of [bytes.subarray(0, cut), bytes.subarray(cut)]) {
        const outcome = wire.framer.push(chunk, (line) => {
          const taken = step(wire.state, readMessage(line), env);
          wire.state = taken.state;
          for (const effect of taken.effects) {
            if (effect.kind === 'share') accepted += 1;
            else if (effect.kind === 'rejected') refused += 1;
            else if (effect.kind === 'disconnect') isGone = true;
          }
        });
        if (outcome === 'too-long') isGone = true;
      }
      if (isGone) connect(place);
    };

    const open = (): void => {
      jobs += 1;
      const opened = env.jobs.add(buildJob({ id: jobs.toString(16), clean: true }));
      env.now += 30_000;
      for (const wire of wires) wire.state = giveJob(wire.state, opened, env)?.state ?? wire.state;
    };

    open();
    for (let place = 0; place < miners; place += 1) connect(place);
    const heap: number[] = [];
    const look = (): void => {
      collect();
      collect();
      const { heapUsed, external } = process.memoryUsage();
      heap.push(heapUsed + external);
    };
    for (let line = 0; line < lines; line += 1) {
      if (line % linesOfAJob === 0) open();
      if (line % (lines / looks) === 0) look();
      const place = line % miners;
      if (line % 500 === 0) say(place, `${badLines[(line / 500) % badLines.length] ?? ''}\n`);
      else {
        const nonce = (line % 0x7fffffff).toString(16).padStart(8, '0');
        const time = jobTime.toString(16);
        say(
          place,
          `{"id":4,"method":"mining.submit","params":["DOGE:D1.rig1","${jobs.toString(16)}","00000000","${time}","${nonce}"]}\n`,
        );
      }
    }
    // The last job remembers its shares as long as it is open; all other looks were at a fresh one.
    open();
    look();
    const [, settled = 0] = heap;
    expect(accepted).toBeGreaterThan(1000);
    expect(refused).toBeGreaterThan(1000);
    const grown = heap.slice(2).map((bytes) => bytes - settled);
    expect(grown.filter((bytes) => bytes >= 1_000_000)).toEqual([]);
  });
});
