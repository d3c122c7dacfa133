import { describe, expect, it } from 'vitest';
import { playedUpstreams } from '../testing/played-upstreams.ts';
import { handedOn, RelayedSession } from '../testing/relayed-session.ts';
import { settingsOf, UpstreamPair } from '../testing/upstream-pair.ts';
import { UpstreamClient } from './client.ts';
import type { Solution, UpstreamJob } from './client-dialect.ts';
import type { ClientOutcome, ClientStep } from './client-state.ts';
import { headerRelays } from './header-relays.ts';
import { freeOfLane, planLanes, roomOfLane } from './lane-plan.ts';

type Dialect = keyof typeof headerRelays;
const dialects = Object.keys(headerRelays) as Dialect[];

/** A miner, which is our own client, at a session of ours that is given what another client of ours takes from a server of ours. */
class Chain {
  readonly pair: UpstreamPair;
  readonly session: RelayedSession;
  readonly miner: UpstreamClient<unknown, Solution>;
  readonly jobs: UpstreamJob[] = [];
  readonly steps: ReturnType<RelayedSession['line']>[] = [];
  readonly plan;
  readonly #played;
  #state;

  constructor(name: Dialect) {
    const played = playedUpstreams.find((each) => each.name === name);
    if (played === undefined) throw new Error(`no suite plays ${name}`);
    this.#played = played;
    let count = 0;
    this.pair = new UpstreamPair(
      { ...played, client: headerRelays[name].client },
      () => (++count).toString(16).padStart(8, '0').repeat(8),
      { work: 64n },
    );
    const { job } = this.pair;
    const plan = planLanes(name, job.room);
    if (plan === undefined) throw new Error('it cannot be divided');
    this.plan = plan;
    const env = played.env(played.openJobs(() => ''));
    this.session = new RelayedSession(headerRelays[name].layout, {
      login: (text, workerField) => env.login(text, workerField),
    });
    const rules = { ...this.session.env.rules, scale: played.scale };
    this.session.env = { ...this.session.env, rules };
    this.session.take({ room: roomOfLane(job.room, plan, plan.lanes === 1 ? 0 : 5) });
    this.session.give(job, 1n << 40n);
    this.miner = new UpstreamClient(headerRelays[name].client, settingsOf(played));
    const step = this.miner.open(this.pair.now);
    this.#state = step.state;
    this.#take(step);
  }

  /** What the miner hears of a share, once this answers what became of it. */
  submit(free: string): readonly ClientOutcome[] {
    const [job] = this.jobs;
    if (job === undefined) throw new Error('no job');
    const step = this.miner.submit(
      this.#state,
      { ticket: 1, job, found: this.#played.found(job, free) },
      this.pair.now,
    );
    return this.#take(step);
  }

  hear(lines: readonly string[]): readonly ClientOutcome[] {
    return lines
      .join('')
      .split('\n')
      .filter((line) => line !== '')
      .flatMap((line) => this.#take(this.miner.receive(this.#state, line, this.pair.now)));
  }

  #take({ state, lines, outcomes }: ClientStep): readonly ClientOutcome[] {
    this.#state = state;
    for (const outcome of outcomes) if (outcome.kind === 'job') this.jobs.push(outcome.job);
    const later = lines.flatMap((line) => {
      const step = this.session.line(line.trimEnd());
      this.steps.push(step);
      return this.hear(step.replies);
    });
    return [...outcomes, ...later];
  }
}

describe.for(dialects)(
  'a session of %s whose work another pool gives, and our client as its miner',
  (name) => {
    it('have the same work in a lane, and the other pool takes what is found there', () => {
      const chain = new Chain(name);
      const played = playedUpstreams.find((each) => each.name === name);
      const { pair, session, plan } = chain;
      const [job] = chain.jobs;
      if (job === undefined || played === undefined) throw new Error('no job');
      expect(played.contentOf(job.work)).toBe(played.contentOf(pair.job.work));
      const lane = session.state.seat?.room;
      expect([job.room.prefix, job.room.freeBytes]).toEqual([lane?.prefix, lane?.freeBytes]);
      // Easier than the other pool's, eight times.
      expect([7n, 8n]).toContain((job.target + 1n) / (pair.job.target + 1n));

      const free = '5a'.repeat(job.room.freeBytes);
      expect(chain.submit(free)).toEqual([]);
      const step = chain.steps.at(-1);
      if (step === undefined) throw new Error('nothing was said');
      const { share, input } = handedOn(step);
      expect(input.found).toEqual({ ...played.found(job, free), free });

      const whole = freeOfLane(plan, plan.lanes === 1 ? 0 : 5, free);
      const found = { ...input.found, free: whole };
      // What leaves is what it was judged by.
      const sent = pair.client.submit(pair.state, { ticket: 1, job: pair.job, found }, pair.now);
      expect(sent.outcomes).toEqual([]);
      const server = pair.submit(whole);
      expect(server).toEqual([{ kind: 'accepted', ticket: 1, late: false }]);
      expect(played.read(input.proof)).toEqual(played.read(pair.inputs.at(-1)));

      const accepted = session.complete(share, { kind: 'accepted', proof: new Uint8Array(32) });
      expect(accepted.effects).toMatchObject([{ kind: 'share', work: 8n }]);
      expect(chain.hear(accepted.replies)).toEqual([{ kind: 'accepted', ticket: 1, late: false }]);
    });

    it('ends the connection of a miner for which there is no work', () => {
      const step = new RelayedSession(headerRelays[name].layout).line(
        name === 'beam'
          ? '{"id":"login","method":"login","jsonrpc":"2.0","api_key":"ERG:9h.rig"}'
          : '{"id":1,"method":"mining.subscribe","params":["miner/1.0"],"body":{"version":3}}',
      );
      expect(step.effects).toEqual([{ kind: 'disconnect', reason: 'login-refused' }]);
      expect(step.replies[0]).toContain('There is no work yet, try again');
    });
  },
);
