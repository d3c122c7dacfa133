import type { NodeRpc, Params } from './node-rpc.ts';
import type { NodeVoice, StateFacts, TemplateFacts } from './node-voice.ts';
import type { RpcOutcome } from './rpc-answer.ts';

/** The next block by one node's word. */
export interface NodeWork<Template extends TemplateFacts> {
  readonly node: string;
  readonly template: Template;
  /** On the clock of the follower, ms. */
  readonly receivedAt: number;
}

export interface FollowerOptions<Template extends TemplateFacts, State extends StateFacts> {
  readonly name: string;
  readonly rpc: NodeRpc;
  readonly voice: NodeVoice<Template, State>;
  /** There is other work, or none any more. */
  readonly onWork: () => void;
  /** Why the node gives no work, for the operator; undefined once it does. */
  readonly onProblem: (problem: string | undefined) => void;
  /** A clock that only goes forward, ms. */
  readonly now: () => number;
  /** Calls `look` whenever the node publishes a new block; answers what ends that. Long polling goes on beside it. */
  readonly hearTips?: ((look: () => void) => () => void) | undefined;
  readonly intervals?: Partial<Intervals>;
}

/** All in ms. */
export interface Intervals {
  /** Between two looks at the newest block: the net below long polling. */
  readonly tipMs: number;
  /** Between two looks at peers and network. */
  readonly stateMs: number;
  /** A template that is older is asked for again, also where long polling does not answer. */
  readonly refreshMs: number;
  /** After an answer that was none. */
  readonly retryMs: number;
  /** A node that has not answered for that time gives no work. */
  readonly silentMs: number;
  /** Reference nodes answer a long poll after about a minute at the latest. */
  readonly longPollMs: number;
}

const usual: Intervals = {
  tipMs: 1000,
  stateMs: 5000,
  refreshMs: 60_000,
  retryMs: 1000,
  silentMs: 20_000,
  longPollMs: 100_000,
};
/** A long poll that is answered faster than this again and again must not become a flood, ms. */
const pauseMs = 100;

type Trouble = 'chain' | 'silence' | 'state' | 'template';

/** Follows one node: its newest template, by long polling and a look at its newest block each second, and whether it is fit to give work. */
export class NodeFollower<Template extends TemplateFacts, State extends StateFacts> {
  readonly name: string;
  readonly rpc: NodeRpc;
  readonly #options: FollowerOptions<Template, State>;
  readonly #every: Intervals;
  readonly #ending = new AbortController();
  readonly #troubles = new Map<Trouble, string>([['chain', 'it has not answered yet']]);
  #work: NodeWork<Template> | undefined;
  #state: { readonly said: State; readonly at: number } | undefined;
  #heardAt: number;
  #reported: string | undefined;
  #isKnown = false;
  readonly #loops: Promise<void>[];
  readonly #endTips: (() => void) | undefined;

  constructor(options: FollowerOptions<Template, State>) {
    this.#options = options;
    this.#every = { ...usual, ...options.intervals };
    this.name = options.name;
    this.rpc = options.rpc;
    this.#heardAt = options.now();
    this.#loops = [
      this.#loop(this.#every.tipMs, () => this.#lookAtTip()),
      this.#loop(this.#every.stateMs, () => this.#lookAtState()),
      this.#loop(0, () => this.#poll()),
    ];
    this.#endTips = options.hearTips?.(() => this.look());
  }

  /** Undefined while the node gives none. */
  get work(): NodeWork<Template> | undefined {
    return this.problem === undefined ? this.#work : undefined;
  }

  /** Why it gives no work, in words for the operator. */
  get problem(): string | undefined {
    for (const kind of ['chain', 'silence', 'state', 'template'] as const) {
      const trouble = this.#troubles.get(kind);
      if (trouble !== undefined) return trouble;
    }
    return undefined;
  }

  /**
   * The node's own word about itself, at most `ageMsMax` old. Rejects where it does not answer.
   *
   * @throws UnreadableAnswer
   */
  async state(ageMsMax = 0): Promise<State> {
    const { now, voice } = this.#options;
    if (this.#state !== undefined && now() - this.#state.at <= ageMsMax) return this.#state.said;
    const said = await voice.askState((method, params) => this.rpc.call(method, params));
    this.#state = { said, at: now() };
    return said;
  }

  /** Asks for its newest block now: it has just taken one, and the long poll tells of it later. */
  look(): void {
    this.#lookAtTip().catch((error: unknown) => this.#trouble('template', (error as Error).message));
  }

  async close(): Promise<void> {
    this.#ending.abort();
    this.#endTips?.();
    this.rpc.close();
    await Promise.all(this.#loops);
  }

  async #loop(everyMs: number, turn: () => Promise<void>): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      await turn().catch((error: unknown) => this.#trouble('template', (error as Error).message));
      if (signal.aborted) return;
      await this.#pause(everyMs === 0 ? pauseMs : everyMs);
    }
  }

  /** Ends early when the pool closes. */
  #pause(ms: number): Promise<void> {
    const { signal } = this.#ending;
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      timer.unref();
      signal.addEventListener('abort', end);
    });
  }

  /** Whether the node is one of this chain and network is asked at first, and again after it was silent. */
  async #identify(): Promise<boolean> {
    if (this.#isKnown) return true;
    try {
      await this.#options.voice.identify((method, params) => this.#ask(method, params));
      this.#isKnown = true;
      this.#trouble('chain', undefined);
      return true;
    } catch (error) {
      this.#trouble('chain', (error as Error).message);
      return false;
    }
  }

  async #lookAtState(): Promise<void> {
    if (!(await this.#identify())) return;
    const said = await this.state().catch((error: unknown) => error as Error);
    // One that does not answer is silent, which the look at its tip finds out.
    if (!(said instanceof Error)) this.#trouble('state', this.#options.voice.unfitness(said));
  }

  async #lookAtTip(): Promise<void> {
    if (!(await this.#identify())) return;
    const { tip } = this.#options.voice;
    const outcome = await this.#ask(tip.method);
    if (outcome.kind !== 'result') return;
    const isOld = this.#options.now() - (this.#work?.receivedAt ?? 0) > this.#every.refreshMs;
    const isNew = tip.hashOf(outcome.value) !== this.#work?.template.previous;
    if (isOld || isNew || this.#troubles.has('template')) await this.#fetch();
  }

  async #poll(): Promise<void> {
    const isPossible = this.#isKnown && !this.#troubles.has('template');
    const longPollId = isPossible ? this.#work?.template.longPollId : undefined;
    if (longPollId !== undefined && (await this.#fetch(longPollId))) return;
    // The look at the tip goes on meanwhile.
    await this.#pause(this.#every.retryMs);
  }

  async #fetch(longPollId?: string): Promise<boolean> {
    const { name, now, voice } = this.#options;
    const { method, params, read } = voice.template;
    const withinMs = longPollId === undefined ? undefined : this.#every.longPollMs;
    const outcome = await this.#ask(method, params(longPollId), withinMs);
    // A call that went unanswered says nothing of the template that is there; a refusal does: the node is alone, or cannot build a block.
    if (outcome.kind === 'refused') this.#trouble('template', outcome.why);
    if (outcome.kind !== 'result') return false;
    try {
      this.#work = { node: name, template: read(outcome.value), receivedAt: now() };
    } catch (error) {
      this.#trouble('template', (error as Error).message);
      return false;
    }
    if (!this.#trouble('template', undefined)) this.#options.onWork();
    return true;
  }

  async #ask(method: string, params: Params = [], withinMs?: number): Promise<RpcOutcome> {
    const outcome = await this.rpc.call(method, params, withinMs === undefined ? {} : { withinMs });
    const now = this.#options.now();
    if (outcome.kind === 'result' || outcome.kind === 'refused') {
      this.#heardAt = now;
      this.#trouble('silence', undefined);
    } else if (withinMs === undefined && now - this.#heardAt >= this.#every.silentMs) {
      this.#isKnown = false;
      this.#trouble('silence', `it does not answer: ${outcome.why}`);
      this.#work = undefined;
    } else if (!this.#isKnown) this.#trouble('chain', outcome.why);
    return outcome;
  }

  /** Notes what is wrong, or that it is not any more; true where that changed whether there is work, which is then told. */
  #trouble(kind: Trouble, words: string | undefined): boolean {
    if (this.#ending.signal.aborted) return false;
    const hadWork = this.work !== undefined;
    if (words === undefined) this.#troubles.delete(kind);
    else this.#troubles.set(kind, words);
    if (this.problem !== this.#reported) {
      this.#reported = this.problem;
      this.#options.onProblem(this.problem);
    }
    const isChanged = hadWork !== (this.work !== undefined);
    if (isChanged) this.#options.onWork();
    return isChanged;
  }
}
