import { type FollowerOptions, type Intervals, type NodeWork, usualIntervals } from './follower-options.ts';
import { OtherChain } from './node-answers.ts';
import { NodeLoops } from './node-loop.ts';
import type { NodeRpc, Params } from './node-rpc.ts';
import { type Ask, lostAtCheck, type StateFacts, type TemplateFacts } from './node-protocol.ts';
import { isAnswer, type RpcOutcome } from './rpc-answer.ts';

/** A node may be this much later with the answer to a call that waits, ms. */
const waitSlackMs = 5000;
/** Calls that wait and are answered at once must not become a flood, ms. */
const pauseMs = 100;

/** The calls by which a template is checked count as one: which of them are made depends on what was asked before. */
const checking = 'the check of a template';

type Trouble = 'chain' | 'silence' | 'state' | 'template' | 'lag';

/** Follows one node: its newest template, by a look at its newest block several times a second, and whether it is fit to give work. */
export class NodeFollower<Template extends TemplateFacts, State extends StateFacts> {
  readonly name: string;
  readonly rpc: NodeRpc;
  readonly #options: FollowerOptions<Template, State>;
  readonly #every: Intervals;
  readonly #openedAt: number;
  readonly #loops = new NodeLoops();
  readonly #troubles = new Map<Trouble, string>([['chain', 'it has not answered yet']]);
  /** Calls that the node does not answer, and since when. */
  readonly #unanswered = new Map<string, number>();
  #work: NodeWork<Template> | undefined;
  #state: { readonly value: State; readonly at: number } | undefined;
  #reported: string | undefined;
  #isKnown = false;
  #canWait = true;
  #identifying: Promise<void> | undefined;
  #fetching: Promise<void> | undefined;
  /** Before then no template is asked for on this newest block: the last try has failed, or stands on another block. */
  #nextTry: { readonly tip: unknown; readonly at: number } | undefined;
  readonly #endTips: (() => void) | undefined;

  constructor(options: FollowerOptions<Template, State>) {
    this.#options = options;
    this.#every = { ...usualIntervals, ...options.intervals };
    this.name = options.name;
    this.rpc = options.rpc;
    this.#openedAt = options.now();
    const { tipMs, stateMs, retryMs } = this.#every;
    const onError = ({ message }: Error): number => {
      this.#trouble('template', message);
      return retryMs;
    };
    this.#loops.start(async () => ((await this.#lookAtTip()) ? tipMs : retryMs), onError);
    this.#loops.start(() => this.#lookAtState().then(() => stateMs), onError);
    if (options.protocol.waiting !== undefined) this.#loops.start(() => this.#waitForTip(), onError);
    this.#endTips = options.followTips?.(() => this.look());
  }

  /** Undefined while the node gives none. */
  get work(): NodeWork<Template> | undefined {
    return this.problem === undefined ? this.#work : undefined;
  }

  /** Why it gives no work, in words for the operator. */
  get problem(): string | undefined {
    for (const kind of ['chain', 'silence', 'state', 'template', 'lag'] as const) {
      const trouble = this.#troubles.get(kind);
      if (trouble !== undefined) return trouble;
    }
    return undefined;
  }

  /** Whether the last answer on that says that it is a node of this chain and network; until then what it says of a block counts for nothing. */
  get isOfChain(): boolean {
    return !this.#troubles.has('chain');
  }

  /** The height that it reports; undefined while it has another fault than lag. */
  get height(): number | undefined {
    const isWell = [...this.#troubles.keys()].every((kind) => kind === 'lag');
    return isWell ? this.#state?.value.height : undefined;
  }

  /** Why it is behind the other nodes of its chain, in words for the operator; undefined where it is not. */
  setLag(words: string | undefined): void {
    this.#trouble('lag', words);
  }

  /**
   * The node's own word about itself, at most `ageMsMax` old. Rejects where it does not answer, or is a node of another network.
   *
   * @throws UnreadableAnswer
   */
  async state(ageMsMax = 0): Promise<State> {
    if (this.#state !== undefined && this.#options.now() - this.#state.at <= ageMsMax)
      return this.#state.value;
    return this.#askState((method, params) => this.rpc.call(method, params));
  }

  /** Asks for its newest block now: it has just taken one, or published one. */
  look(): void {
    this.#lookAtTip().catch((error: unknown) => this.#trouble('template', (error as Error).message));
  }

  async close(): Promise<void> {
    this.#endTips?.();
    const ended = this.#loops.end();
    this.rpc.close();
    await ended;
  }

  /**
   * Whether the node is one of this chain and network, and fit to give work. Asked first of all, and again after it was silent or named another
   * network: a node that starts may answer for a few seconds before it is on its own.
   */
  async #identify(): Promise<boolean> {
    if (this.#isKnown) return true;
    this.#identifying ??= this.#askIdentity().finally(() => (this.#identifying = undefined));
    await this.#identifying;
    return this.#isKnown;
  }

  async #askIdentity(): Promise<void> {
    try {
      await this.#options.protocol.identify((method, params) => this.rpc.call(method, params));
    } catch (error) {
      this.#trouble('chain', (error as Error).message);
      return;
    }
    // Before any work: what it says of itself may be why it gives none.
    if (!(await this.#judgeState())) return;
    this.#isKnown = true;
    this.#canWait = true;
    // A template that was under way may be one of another network.
    this.#work = undefined;
    this.#trouble('chain', undefined);
  }

  async #lookAtState(): Promise<void> {
    const wasKnown = this.#isKnown;
    if ((await this.#identify()) && wasKnown) await this.#judgeState();
    this.#options.onState();
  }

  /** Answers false where the node is one of another network. */
  async #judgeState(): Promise<boolean> {
    const state = await this.#askState((method, params) => this.#ask(method, params)).catch(
      (error: unknown) => error as Error,
    );
    // One that does not answer for long is silent.
    if (state instanceof Error) return !(state instanceof OtherChain);
    this.#trouble('state', this.#options.protocol.unfitReason(state));
    return true;
  }

  async #askState(ask: Ask): Promise<State> {
    try {
      const state = await this.#options.protocol.askState(ask);
      this.#state = { value: state, at: this.#options.now() };
      return state;
    } catch (error) {
      if (error instanceof OtherChain) {
        this.#isKnown = false;
        this.#state = undefined;
        this.#trouble('chain', error.message);
      }
      throw error;
    }
  }

  /** Answers whether the node has named its newest block. */
  async #lookAtTip(): Promise<boolean> {
    if (!(await this.#identify())) return false;
    const { tip } = this.#options.protocol;
    const outcome = await this.#ask(tip.method);
    if (outcome.kind !== 'result') return false;
    await this.#follow(tip.hashOf(outcome.value));
    return true;
  }

  /**
   * Lets the node tell of its next block by the answer to a call that it keeps for some seconds. Whether it answers that says nothing of its
   * other calls, by which it is judged: it may come from another part of the node.
   */
  async #waitForTip(): Promise<number> {
    const { protocol, now } = this.#options;
    const { retryMs, waitMs } = this.#every;
    const height = this.work?.template.height;
    const since = now();
    // The calls of a process that was killed are answered, or given up by the node, before this one makes its first.
    if (protocol.waiting === undefined || height === undefined || since - this.#openedAt < waitMs)
      return retryMs;
    if (!this.#canWait) return waitMs;
    const { method, params, hashOf } = protocol.waiting;
    const outcome = await this.rpc.call(method, params(height, waitMs), { withinMs: waitMs + waitSlackMs });
    const tip = outcome.kind === 'result' ? hashOf(outcome.value) : undefined;
    if (tip === undefined) {
      // It does not know the call, which is well: the look at its tip goes on.
      this.#canWait = outcome.kind !== 'refused' && outcome.kind !== 'result';
      return waitMs;
    }
    await this.#follow(tip);
    const isStill = this.work?.template.height === height;
    return isStill && now() - since < waitMs ? retryMs : pauseMs;
  }

  /** Asks for work where there is none on the node's newest block, or where that has grown old; one call at a time. */
  async #follow(tip: unknown): Promise<void> {
    while (this.#fetching !== undefined) await this.#fetching;
    if (!this.#isDue(tip)) return;
    this.#fetching = this.#fetch(tip).finally(() => (this.#fetching = undefined));
    await this.#fetching;
  }

  #isDue(tip: unknown): boolean {
    const next = this.#nextTry;
    if (next !== undefined && next.tip === tip && this.#options.now() < next.at) return false;
    return this.#isOld() || tip !== this.#work?.template.previous || this.#troubles.has('template');
  }

  async #fetch(tip: unknown): Promise<void> {
    const { name, now, protocol } = this.#options;
    const { method, params, read, check } = protocol.template;
    const { retryMs, unreadableMs } = this.#every;
    const tryIn = (ms: number): void => void (this.#nextTry = { tip, at: now() + ms });
    const outcome = await this.#ask(method, params);
    if (outcome.kind !== 'result') {
      tryIn(retryMs);
      // A call that went unanswered says nothing of the template that is there; a refusal does: the node is alone, or cannot build a block.
      if (outcome.kind === 'refused') this.#refuse(outcome.why);
      return;
    }
    try {
      const [template, receivedAt] = [read(outcome.value), now()];
      const lost = await lostAtCheck(check, template, this.rpc);
      this.#judge(checking, lost, receivedAt);
      // Also where its newest block is not the one that it builds on: both may never meet.
      if (lost !== undefined || template.previous !== tip) tryIn(retryMs);
      else this.#nextTry = undefined;
      if (lost !== undefined || this.#isPresent(template)) return;
      this.#work = { node: name, template, receivedAt };
    } catch (error) {
      tryIn(unreadableMs);
      this.#refuse((error as Error).message);
      return;
    }
    if (!this.#trouble('template', undefined)) this.#options.onWork();
  }

  /** Whether it is as good as the one that is mined on: on the same block, and soon after it. */
  #isPresent({ previous }: Template): boolean {
    return previous === this.#work?.template.previous && !this.#isOld() && !this.#troubles.has('template');
  }

  #isOld(): boolean {
    return this.#options.now() - (this.#work?.receivedAt ?? 0) > this.#every.refreshMs;
  }

  /** The node gives no template, or none that a block can be made of. */
  #refuse(words: string): void {
    this.#trouble('template', words);
    this.#judge(checking, undefined, 0);
  }

  /** One of the calls that the node is judged by. */
  async #ask(method: string, params: Params = []): Promise<RpcOutcome> {
    const askedAt = this.#options.now();
    const outcome = await this.rpc.call(method, params);
    this.#judge(method, isAnswer(outcome) ? undefined : outcome.why, askedAt);
    return outcome;
  }

  /** @param lost why there was no answer; undefined where there was one */
  #judge(what: string, lost: string | undefined, askedAt: number): void {
    if (lost === undefined) {
      this.#unanswered.delete(what);
      if (this.#unanswered.size === 0) this.#trouble('silence', undefined);
      return;
    }
    const since = this.#unanswered.get(what) ?? askedAt;
    this.#unanswered.set(what, since);
    if (this.#options.now() - since < this.#every.silentMs) return;
    this.#isKnown = false;
    this.#trouble('silence', `it does not answer: ${lost}`);
    this.#work = undefined;
  }

  /** Notes what is wrong, or that it is not any more; true where that changed whether there is work, which is then told. */
  #trouble(kind: Trouble, words: string | undefined): boolean {
    if (this.#loops.isEnded) return false;
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
