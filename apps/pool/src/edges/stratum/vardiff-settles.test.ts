import { findAlgorithm } from '@openlode/catalogue/algorithms';
import { portPlan } from '@openlode/catalogue/port-plan';
import { difficultyOfWork } from '@openlode/stratum/core/difficulty';
import { giveJob } from '@openlode/stratum/dialects/bitcoin/give-job';
import { bitcoinJobs } from '@openlode/stratum/dialects/bitcoin/jobs';
import { readMessage } from '@openlode/stratum/wire/message';
import { step } from '@openlode/stratum/dialects/bitcoin/session';
import type { PortRules } from '@openlode/stratum/core/session-state';
import {
  newSession,
  type SessionState,
  type BitcoinEnv,
} from '@openlode/stratum/dialects/bitcoin/session-state';
import { createJob } from '@openlode/stratum/dialects/bitcoin/job';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lightestShares } from '../../sandbox/testing/test-world.ts';
import { type AlgorithmPort, algorithmPorts } from './algorithm-ports.ts';
import { sha256d } from './proof-of-work.ts';
import { anyDoge, buildTemplate, startTime } from './testing/listener-kit.ts';

/** Jobs come at least this often. */
const jobSeconds = 30;
/** What a source may submit: its burst once, and then by the second. */
const [burst, perSecond] = [5000, 250];

function portOf(code: string, purpose: AlgorithmPort['purpose']): PortRules {
  const [algorithm, plan] = [findAlgorithm(code), portPlan(code, 3333)];
  const lightestShare = lightestShares.get(code);
  if (algorithm === undefined || plan === undefined || lightestShare === undefined)
    throw new Error(`no ${code}`);
  const port = algorithmPorts(algorithm, plan, { lightestShare }).find((each) => each.purpose === purpose);
  if (port === undefined) throw new Error(`no ${purpose} port`);
  return port.rules;
}

/** A machine at a port, whose shares come as chance has it. */
class Machine {
  readonly #rules: PortRules;
  readonly #hashesPerSecond: number;
  readonly #draw: () => number;
  readonly #jobs = bitcoinJobs();
  #state: SessionState = newSession(1);
  #now = startTime * 1000;
  #budget = burst;
  #opened = 0;

  constructor(rules: PortRules, hashesPerSecond: number, draw: () => number, password = 'x') {
    this.#rules = rules;
    this.#hashesPerSecond = hashesPerSecond;
    this.#draw = draw;
    this.#open();
    this.say('mining.subscribe', ['machine']);
    this.say('mining.authorize', ['DOGE:D1.rig1', password]);
  }

  get work(): bigint {
    return this.#state.grants.at(-1)?.work ?? 0n;
  }

  get #env(): BitcoinEnv {
    const [now, rules, jobs] = [this.#now, this.#rules, this.#jobs];
    return { now, rules, jobs, sha256d, accepting: true, login: anyDoge };
  }

  say(method: string, params: readonly unknown[]): void {
    this.#state = step(this.#state, readMessage(JSON.stringify({ id: 1, method, params })), this.#env).state;
  }

  #open(): void {
    this.#opened += 1;
    const template = buildTemplate({ networkWork: 1n << 80n, clean: false });
    const opened = this.#jobs.add(createJob(this.#opened.toString(16), template));
    this.#state = giveJob(this.#state, opened, this.#env)?.state ?? this.#state;
  }

  /** Mines for so long; what exceeds the budget of its source is not taken. */
  mine(seconds: number): void {
    for (let passed = 0; passed < seconds; passed += jobSeconds) {
      this.#budget = Math.min(burst, this.#budget + perSecond * jobSeconds);
      const found = Math.min(
        this.#shares((this.#hashesPerSecond * jobSeconds) / Number(this.work)),
        this.#budget,
      );
      this.#budget -= found;
      this.#state.counts.shares += found;
      this.#now += jobSeconds * 1000;
      this.#open();
    }
  }

  /** Poisson, by its sum of waits where it is small and by its bell where it is large. */
  #shares(mean: number): number {
    if (mean > 50) {
      const bell = Math.sqrt(-2 * Math.log(1 - this.#draw())) * Math.cos(2 * Math.PI * this.#draw());
      return Math.max(0, Math.round(mean + Math.sqrt(mean) * bell));
    }
    let shares = -1;
    for (let waited = 0; waited < mean; shares++) waited -= Math.log(1 - this.#draw());
    return Math.max(0, shares);
  }
}

function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Within five minutes the pace is the one that is aimed for, give or take twice the tolerance, or the port's least. */
function expectSettled(machine: Machine, rules: PortRules, hashesPerSecond: number): void {
  const { secondsPerShare, tolerance } = rules.vardiff;
  const pace = Number(machine.work) / hashesPerSecond;
  if (machine.work > rules.minimumWork) expect(pace).toBeLessThan(secondsPerShare * tolerance * 2);
  if (machine.work < rules.maximumWork) expect(pace).toBeGreaterThan(secondsPerShare / tolerance / 2);
}

const machines = [
  ['sha256', 'a phone', 2e4],
  ['sha256', 'a CPU in JavaScript', 1e5],
  ['sha256', 'a CPU', 1e6],
  ['sha256', 'a stick', 2e9],
  ['sha256', 'a device of 100 TH/s', 1e14],
  ['scrypt', 'a CPU in JavaScript', 1e3],
  ['scrypt', 'a CPU', 2e4],
  ['scrypt', 'a device of 16 GH/s', 1.6e10],
] as const;

describe('the difficulty of the default port', () => {
  it.each(machines)('settles on %s %s within five minutes', (code, _name, hashesPerSecond) => {
    const rules = portOf(code, 'standard');
    for (let seed = 1; seed <= 50; seed++) {
      const machine = new Machine(rules, hashesPerSecond, seeded(seed));
      expect(machine.work).toBe(rules.startWork);
      machine.mine(300);
      expectSettled(machine, rules, hashesPerSecond);
    }
  });

  it('stays within the bounds of its port for any machine, at any time [I4]', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('sha256', 'scrypt'),
        fc.constantFrom('standard', 'high-difficulty', 'extra'),
        fc.double({ min: 0, max: 18, noNaN: true }),
        fc.nat(),
        (code, purpose, power, seed) => {
          const rules = portOf(code, purpose);
          const machine = new Machine(rules, 10 ** power, seeded(seed));
          for (let minute = 0; minute < 8; minute++) {
            expect(machine.work).toBeGreaterThanOrEqual(rules.minimumWork);
            expect(machine.work).toBeLessThanOrEqual(rules.maximumWork);
            machine.mine(60);
          }
          expect(Number.isFinite(difficultyOfWork(machine.work, rules.scale))).toBe(true);
        },
      ),
    );
  });

  it.each(['d=', 'mining.suggest_difficulty'] as const)(
    'never falls below what a miner asked for by %s [I4]',
    (way) => {
      const rules = portOf('sha256', 'standard');
      const asked = 1n << 34n;
      const machine = new Machine(rules, 1e6, seeded(7), way === 'd=' ? 'x,d=4' : 'x');
      if (way !== 'd=') machine.say(way, [4]);
      machine.mine(60);
      for (let minute = 0; minute < 30; minute++) {
        expect(machine.work).toBe(asked);
        machine.mine(60);
      }
      // Asked for less, it falls again, down to the port's least.
      machine.say('mining.suggest_difficulty', [1e-12]);
      machine.mine(60);
      expect(machine.work).toBeLessThan(asked);
      machine.mine(600);
      expectSettled(machine, rules, 1e6);
    },
  );
});
