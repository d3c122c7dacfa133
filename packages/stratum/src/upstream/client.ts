import { readMessage } from '../wire/message.ts';
import { resultLine } from '../wire/reply.ts';
import type {
  ClientDialect,
  ClientSettings,
  MessageOutcome,
  Question,
  ReadJob,
  Request,
  Solution,
  Terms,
  UpstreamJob,
} from './client-dialect.ts';
import type { ClientOutcome, ClientState, ClientStep } from './client-state.ts';
import { faulty, isSameRoom, joined, nothing, passOverdue, quiet } from './client-steps.ts';
import { readReconnect } from './read-reconnect.ts';
import { plainText, readRefusal } from './refusal-reason.ts';

/** Shares that wait for an answer on one connection; a pool that answers none of them gets no more. */
const sharesWaitingMax = 256;
/** A block is still sent then. */
const blocksWaitingMax = 1024;
/** A connection that is not let in by then never is, ms. */
const greetingMs = 20_000;
/** Jobs that a repeated one is known by; one message of Alephium brings a job for each of its sixteen chains. */
const recentMax = 64;
/** In a second: answers to shares and jobs of the fastest chains, several times over. */
const linesMax = 2000;
/** Characters: sixteen of the longest lines that a connection takes. Each is read before it is known what it is. */
const textMax = 4_194_304;
const jobsMax = 200;
const earlyMax = 16;

/**
 * Takes work from another pool: (state, line or share or time) to (state, lines, outcomes), in whatever dialect. Deterministic, without
 * effects. What a stranger sends makes outcomes with the names of `ClientFault`, and never throws. After a fault that ends the connection
 * the state is `ended`, and nothing more comes of it.
 */
export class UpstreamClient<Work, Found extends Solution> {
  readonly #dialect: ClientDialect<Work, Found>;
  readonly #settings: ClientSettings;
  readonly #greeting: readonly Question[];

  constructor(dialect: ClientDialect<Work, Found>, settings: ClientSettings) {
    this.#dialect = dialect;
    this.#settings = settings;
    this.#greeting = dialect.greeting(settings);
  }

  /** A connection that was just made. @param now ms; as in all steps it must not go back */
  open(now: number): ClientStep<Work> {
    const state: ClientState<Work> = {
      phase: 'greeting',
      terms: this.#dialect.begin(this.#settings),
      asked: new Map(),
      nextId: 1,
      greeted: 0,
      openedAt: now,
      jobAt: now,
      aliveAt: now,
      pace: { from: now, lines: 0, text: 0, jobs: 0 },
      ignoredFaults: 0,
      recent: [],
      lastRoom: undefined,
      early: [],
    };
    return this.#greet(state, now);
  }

  receive(before: ClientState<Work>, line: string, now: number): ClientStep<Work> {
    if (before.phase === 'ended') return quiet(before);
    const { from, lines, text, jobs } =
      now - before.pace.from < 1000 ? before.pace : { from: now, lines: 0, text: 0, jobs: 0 };
    const pace = { from, lines: lines + 1, text: text + line.length, jobs };
    const state = { ...before, pace };
    if (pace.lines > linesMax || pace.text > textMax || jobs > jobsMax)
      return faulty(state, 'too-many-lines');
    const message = readMessage(this.#dialect.rewrite?.(line) ?? line);
    switch (message.kind) {
      case 'malformed':
        return faulty(state, message.why);
      case 'request':
        return this.#announced(state, message, now);
      case 'reply':
        return this.#answered(state, message.id, message.fields, now);
    }
  }

  /** Whether one more share may wait for its answer. */
  mayTake({ phase, asked }: ClientState<Work>, isBlock: boolean): boolean {
    return phase === 'mining' && asked.size < (isBlock ? blocksWaitingMax : sharesWaitingMax);
  }

  /** Sends a share in; `ticket` comes back with what becomes of it. */
  submit(
    state: ClientState<Work>,
    share: {
      readonly ticket: number;
      readonly job: UpstreamJob<Work>;
      readonly found: Found;
      readonly isBlock?: boolean;
    },
    now: number,
  ): ClientStep<Work> {
    const { ticket, job, found, isBlock = false } = share;
    const unsent = (why: 'malformed' | 'version-bits' | 'busy' | 'not-mining'): ClientStep<Work> => ({
      ...quiet(state),
      outcomes: [{ kind: 'unsent', ticket, why }],
    });
    if (state.phase !== 'mining') return unsent('not-mining');
    if (!this.mayTake(state, isBlock)) return unsent('busy');
    if (found.free.length !== 2 * job.room.freeBytes || !/^[0-9a-f]*$/.test(found.free))
      return unsent('malformed');
    const wrong = this.#dialect.refuses?.(job, found);
    if (wrong !== undefined) return unsent(wrong);
    return this.#ask(state, this.#dialect.submission(job, found, state.terms, this.#settings), now, ticket);
  }

  /** Time has passed: what was not answered, and what has to be said again. To be called about once a second. */
  passTime(state: ClientState<Work>, now: number): ClientStep<Work> {
    if (state.phase === 'ended') return quiet(state);
    if (state.phase === 'greeting' && now - state.openedAt > greetingMs) return faulty(state, 'no-answer');
    if (state.phase === 'mining' && now - state.jobAt > this.#settings.silenceMs)
      return faulty(state, 'silent');
    const { step, skipped } = passOverdue(state, now);
    const greeted = skipped ? joined(step, this.#greet(step.state, now)) : step;
    const { alive } = this.#dialect;
    if (alive === undefined || state.phase !== 'mining' || now - state.aliveAt < alive.everyMs)
      return greeted;
    return joined(greeted, this.#ask({ ...greeted.state, aliveAt: now }, alive.ask(state.terms), now));
  }

  /** Asks the next question of the greeting, if there is one. */
  #greet(state: ClientState<Work>, now: number): ClientStep<Work> {
    const question = this.#greeting[state.greeted];
    if (question === undefined) return quiet(state);
    return this.#ask({ ...state, greeted: state.greeted + 1 }, question, now);
  }

  #ask(state: ClientState<Work>, question: Question, now: number, ticket = 0): ClientStep<Work> {
    const { name, id, method, params, more } = question;
    const number = state.nextId;
    const asked = new Map(state.asked).set(number, { name, id, at: now, ticket, givenUp: false });
    return {
      state: { ...state, asked, nextId: number + 1 },
      lines: [`${JSON.stringify({ id: id ?? number, method, params, ...more })}\n`],
      outcomes: nothing,
    };
  }

  #answered(
    state: ClientState<Work>,
    id: unknown,
    { result, error }: Readonly<Record<string, unknown>>,
    now: number,
  ): ClientStep<Work> {
    const number = numberOf(state, id);
    const question = number === undefined ? undefined : state.asked.get(number);
    const isRefused = error !== undefined && error !== null;
    if (question === undefined || number === undefined) {
      const outcome = isRefused ? undefined : this.#dialect.pushed?.(result, state.terms, this.#settings);
      return outcome === undefined ? faulty(state, 'unasked-answer') : this.#take(state, outcome, now);
    }
    const asked = new Map(state.asked);
    asked.delete(number);
    const answered = { ...state, asked };
    const { name, ticket, givenUp: late } = question;
    if (name === 'submit') {
      const isAccepted = !isRefused && (this.#dialect.accepts ?? isTrue)(result);
      if (isAccepted) return { ...quiet(answered), outcomes: [{ kind: 'accepted', ticket, late }] };
      const refusal = readRefusal(isRefused ? error : result);
      return { ...quiet(answered), outcomes: [{ kind: 'refused', ticket, late, ...refusal }] };
    }
    if (isRefused && name === 'login') return faulty(answered, 'login-refused', readRefusal(error).text);
    if (isRefused && name === 'subscribe')
      return faulty(answered, 'subscription-refused', readRefusal(error).text);
    const read = isRefused ? undefined : this.#dialect.answered(name, result, state.terms, this.#settings);
    const step = read === undefined ? quiet(answered) : this.#take(answered, read, now, name === 'work');
    if (step.state.phase === 'ended') return step;
    const begun = name === 'login' ? begin(step, now) : step;
    return joined(begun, this.#greet(begun.state, now));
  }

  #announced(state: ClientState<Work>, message: Request, now: number): ClientStep<Work> {
    const { id, method, params } = message;
    switch (method) {
      case 'client.get_version':
        return { ...quiet(state), lines: [resultLine(id, this.#settings.agent)] };
      case 'client.show_message': {
        const [text] = params;
        if (typeof text !== 'string') return faulty(state, 'shape');
        return { ...quiet(state), outcomes: [{ kind: 'message', text: plainText(text) }] };
      }
      case 'client.reconnect': {
        const wish = readReconnect(params);
        if (wish === undefined) return faulty(state, 'shape');
        return { ...quiet(state), outcomes: [{ kind: 'reconnect', ...wish }] };
      }
      default: {
        const outcome = this.#dialect.announced(message, state.terms, this.#settings);
        return outcome === undefined ? faulty(state, 'unknown-method') : this.#take(state, outcome, now);
      }
    }
  }

  /** Makes outcomes of what a message says. A job that comes again is a fault, unless it was asked for. */
  #take(
    state: ClientState<Work>,
    outcome: MessageOutcome<Work>,
    now: number,
    wasAsked = false,
  ): ClientStep<Work> {
    if (typeof outcome === 'string') return faulty(state, outcome);
    const { terms, jobs } = outcome;
    const isNew = terms.target !== undefined && terms.target !== state.terms.target;
    let step: ClientStep<Work> = {
      ...quiet({ ...state, terms }),
      outcomes: isNew ? [{ kind: 'difficulty', target: terms.target }] : nothing,
    };
    // What one message brings belongs together: only its first job closes those before it.
    for (const [index, read] of jobs.entries()) {
      const job = this.#jobOf(read, terms);
      if (job === undefined) return joined(step, faulty(step.state, 'bad-difficulty'));
      const { recent, phase, early, pace } = step.state;
      const mark = `${job.id}\n${job.room.prefix}\n${job.target}\n${job.content}`;
      if (recent.includes(mark)) {
        step = wasAsked ? step : joined(step, faulty(step.state, 'repeated-job'));
        if (step.state.phase === 'ended') break;
        continue;
      }
      const isMoved = state.lastRoom !== undefined && !isSameRoom(state.lastRoom, job.room);
      const given = isMoved && index === 0 ? { ...job, clean: true } : job;
      const news: ClientState<Work> = {
        ...step.state,
        recent: [...(given.clean ? [] : recent), mark].slice(-recentMax),
        lastRoom: job.room,
        jobAt: now,
        pace: { ...pace, jobs: pace.jobs + 1 },
        ignoredFaults: 0,
        early: phase === 'mining' ? early : [...(given.clean ? [] : early), given].slice(-earlyMax),
      };
      const outcomes: readonly ClientOutcome<Work>[] =
        phase === 'mining' ? [{ kind: 'job', job: given }] : [];
      step = joined(step, { state: news, lines: nothing, outcomes });
    }
    return step;
  }

  /** Undefined for one that every hash, or almost every hash, would be a share of. */
  #jobOf(read: ReadJob<Work>, { versionMask }: Terms): UpstreamJob<Work> | undefined {
    const { easiestTarget, usualTarget = easiestTarget, digest } = this.#settings;
    const { networkTarget: reported } = read;
    // Where a block takes less than that, shares of it take less still.
    const isEasyNetwork = reported !== undefined && reported > usualTarget;
    if (read.target > (isEasyNetwork ? easiestTarget : usualTarget)) return undefined;
    const networkTarget = reported !== undefined && reported > easiestTarget ? undefined : reported;
    return { ...read, networkTarget, versionMask, content: digest(read.content) };
  }
}

/** The login was accepted: jobs that came before it count from now on. */
function begin<Work>(step: ClientStep<Work>, now: number): ClientStep<Work> {
  const { early } = step.state;
  const jobs = early.map((job): ClientOutcome<Work> => ({ kind: 'job', job }));
  const ready: ClientOutcome<Work> = { kind: 'ready' };
  return {
    state: { ...step.state, phase: 'mining', early: [], jobAt: now },
    lines: step.lines,
    outcomes: [ready, ...step.outcomes, ...jobs],
  };
}

/** Which of our questions an answer is for. */
function numberOf({ asked }: ClientState, id: unknown): number | undefined {
  if (typeof id === 'number') return asked.get(id)?.id === undefined ? id : undefined;
  for (const [number, question] of asked) if (question.id !== undefined && question.id === id) return number;
  return undefined;
}

function isTrue(result: unknown): boolean {
  return result === true;
}
