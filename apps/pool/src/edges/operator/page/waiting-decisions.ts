import type { Input } from '../prepare-verb.ts';

/** What was asked of a visitor, and is done once they agree. */
export interface WaitingDecision {
  readonly actor: string;
  /** The verb's name. */
  readonly verb: string;
  /** As it was looked at for the question, and shown with it. */
  readonly input: Input;
}

interface Asked<Answer> extends WaitingDecision {
  readonly askedAt: number;
  /** Since the first yes. */
  answer: Promise<Answer> | undefined;
}

/** A visitor who agrees later has to look again. */
const agreeWithinMs = 5 * 60_000;
/** Questions of one visitor that wait for a yes. */
const waitingMax = 64;
/** So long the answer to a yes is kept. */
const keptMs = 60 * 60_000;

/** Decisions between the question and the yes. Each is done once: a yes that is sent again has the answer of the first. */
export class WaitingDecisions<Answer> {
  readonly #asked = new Map<string, Asked<Answer>>();
  readonly #now: () => number;
  readonly #newId: () => string;

  /** `newId` answers what cannot be guessed: another site's page cannot agree for a visitor. */
  constructor(now: () => number, newId: () => string) {
    this.#now = now;
    this.#newId = newId;
  }

  ask(decision: WaitingDecision): string {
    const id = this.#newId();
    this.#asked.set(id, { ...decision, askedAt: this.#now(), answer: undefined });
    this.#forget(decision.actor);
    return id;
  }

  /** What is old, and of one visitor the oldest question without a yes where there are many: none can push out what another has asked. */
  #forget(actor: string): void {
    const now = this.#now();
    for (const [id, { askedAt }] of this.#asked) if (now - askedAt > keptMs) this.#asked.delete(id);
    const open = [...this.#asked].filter(([, each]) => each.actor === actor && each.answer === undefined);
    const [oldest] = open;
    if (open.length > waitingMax && oldest !== undefined) this.#asked.delete(oldest[0]);
  }

  /** Undefined where it was asked too long ago, of another visitor or verb, or never. */
  agree(
    { id, actor, verb }: { readonly id: string; readonly actor: string; readonly verb: string },
    act: (decision: WaitingDecision) => Promise<Answer>,
  ): Promise<Answer> | undefined {
    const asked = this.#asked.get(id);
    if (asked === undefined || asked.actor !== actor || asked.verb !== verb) return undefined;
    if (asked.answer === undefined && this.#now() - asked.askedAt > agreeWithinMs) return undefined;
    asked.answer ??= act(asked);
    return asked.answer;
  }
}
