import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UnreadableAnswer } from './node-answers.ts';
import { NodeFollower } from './node-follower.ts';
import type { NodeRpc } from './node-rpc.ts';
import { type NodeProtocol, valueOf } from './node-protocol.ts';
import type { RpcOutcome } from './rpc-answer.ts';

interface Template {
  readonly height: number;
  readonly previous: string;
}

const protocol: NodeProtocol<Template, { height: number }> = {
  identify: async (ask) => void valueOf(await ask('genesis')),
  askState: async (ask) => valueOf(await ask('state')) as { height: number },
  unfitReason: () => undefined,
  tip: { method: 'tip', hashOf: (answer) => answer },
  template: {
    method: 'template',
    params: [],
    read(answer) {
      if (answer === 'unreadable') throw new UnreadableAnswer('a payment that is not built here');
      return answer as Template;
    },
    check: async ({ previous }, ask) => void valueOf(await ask('header', [previous])),
  },
  waiting: {
    method: 'wait',
    params: (height, ms) => [height, ms],
    hashOf: (answer) => (typeof answer === 'string' ? answer : undefined),
  },
};

const result = (value: unknown): RpcOutcome => ({ kind: 'result', value });
const unanswered: RpcOutcome = { kind: 'unanswered', why: 'no answer within 10 s' };
const later = (ms: number, outcome: RpcOutcome): Promise<RpcOutcome> =>
  new Promise((resolve) => setTimeout(() => resolve(outcome), ms));

/** A node at block 10, which is called `a`. */
class PlayedNode implements NodeRpc {
  readonly calls: { readonly method: string; readonly params: readonly unknown[]; readonly at: number }[] =
    [];
  readonly answers: Record<string, (params: readonly unknown[]) => RpcOutcome | Promise<RpcOutcome>> = {
    genesis: () => result('g'),
    state: () => result({ height: 10 }),
    tip: () => result('a'),
    template: () => result({ height: 11, previous: 'a' }),
    header: () => result('h'),
    wait: ([, ms]) => later(Number(ms), result('a')),
  };

  async call(method: string, params: unknown = []): Promise<RpcOutcome> {
    this.calls.push({ method, params: params as readonly unknown[], at: performance.now() });
    return this.answers[method]?.(params as readonly unknown[]) ?? unanswered;
  }

  of(method: string): { readonly at: number }[] {
    return this.calls.filter((call) => call.method === method);
  }

  close(): void {
    // Nothing is open.
  }
}

describe('following a node', () => {
  let node: PlayedNode;
  let follower: NodeFollower<Template, { height: number }>;
  let start: number;
  /** How often there was other work, or none any more. */
  let works: number;

  beforeEach(() => {
    vi.useFakeTimers();
    start = performance.now();
    works = 0;
    node = new PlayedNode();
  });
  afterEach(async () => {
    const closing = follower.close();
    await vi.advanceTimersByTimeAsync(20_000);
    await closing;
    vi.useRealTimers();
  });

  async function open(ms: number): Promise<void> {
    follower = new NodeFollower({
      name: 'one',
      rpc: node,
      protocol,
      onWork: () => void (works += 1),
      onProblem: () => undefined,
      onState: () => undefined,
      now: () => performance.now(),
    });
    await vi.advanceTimersByTimeAsync(ms);
  }

  it('leaves no call with the node for longer than five seconds, none in the first five, and one at a time', async () => {
    await open(60_000);
    const waits = node.calls.filter(({ method }) => method === 'wait');
    expect(waits[0]?.at).toBeGreaterThanOrEqual(start + 5000);
    expect(waits.length).toBeGreaterThanOrEqual(8);
    expect(waits.every(({ params }) => params[0] === 11 && params[1] === 5000)).toBe(true);
    expect(waits.slice(1).every(({ at }, index) => at - (waits[index]?.at ?? 0) >= 5000)).toBe(true);
  });

  it('hears of a new block by the call that waits, before the next look', async () => {
    node.answers['tip'] = () => later(9000, result('a'));
    let tell: (outcome: RpcOutcome) => void = () => undefined;
    node.answers['wait'] = () =>
      Promise.race([later(10_000, unanswered), new Promise<RpcOutcome>((resolve) => (tell = resolve))]);
    await open(16_000);
    node.answers['template'] = () => result({ height: 12, previous: 'b' });
    tell(result('b'));
    await vi.advanceTimersByTimeAsync(0);
    expect(follower.work?.template).toEqual({ height: 12, previous: 'b' });
  });

  it('looks at the newest block where the node does not know the call that waits, and asks for that once', async () => {
    node.answers['wait'] = () => ({ kind: 'refused', code: -32601, why: 'Method not found' });
    await open(60_000);
    expect(node.of('wait')).toHaveLength(1);
    node.answers['tip'] = () => result('b');
    node.answers['template'] = () => result({ height: 12, previous: 'b' });
    await vi.advanceTimersByTimeAsync(300);
    expect(follower.work?.template.height).toBe(12);
  });

  it.each([
    ['is busy', { kind: 'busy', why: 'Work queue depth exceeded' } as const],
    ['loses the call', unanswered],
  ])('asks again after a second where its node %s at the check of a template', async (_what, lost) => {
    await open(1000);
    node.answers['tip'] = () => result('b');
    node.answers['template'] = () => result({ height: 12, previous: 'b' });
    node.answers['header'] = () => lost;
    await vi.advanceTimersByTimeAsync(900);
    // The work before it stays, as with a template that is lost.
    expect(follower.problem).toBeUndefined();
    expect(follower.work?.template.height).toBe(11);
    expect(node.of('template')).toHaveLength(2);
    node.answers['header'] = () => result('h');
    await vi.advanceTimersByTimeAsync(1200);
    expect(follower.work?.template.height).toBe(12);
    // Long after it one lost answer is the first again.
    await vi.advanceTimersByTimeAsync(25_000);
    node.answers['header'] = () => lost;
    node.answers['tip'] = () => result('c');
    await vi.advanceTimersByTimeAsync(1000);
    expect(follower.problem).toBeUndefined();
  });

  it('gives no work on a template that does not pass its check', async () => {
    node.answers['header'] = () => ({ kind: 'refused', code: -5, why: 'Block not found' });
    await open(5000);
    expect(follower.problem).toBe('Block not found');
    expect(node.of('template')).toHaveLength(1);
  });

  it.each(['tip', 'template', 'state', 'header'])(
    'takes back the work of a node that leaves %s unanswered, whatever else it answers',
    async (method) => {
      await open(8000);
      expect(follower.work).toBeDefined();
      node.answers[method] = () => later(10_000, unanswered);
      node.answers['wait'] = () => later(100, result('b'));
      if (method !== 'tip') node.answers['tip'] = () => result('b');
      await vi.advanceTimersByTimeAsync(36_000);
      expect(follower.work).toBeUndefined();
      expect(follower.problem).toBe('it does not answer: no answer within 10 s');
      node.answers[method] = new PlayedNode().answers[method] ?? (() => unanswered);
      await vi.advanceTimersByTimeAsync(16_000);
      expect(follower.problem).toBeUndefined();
      expect(follower.work).toBeDefined();
    },
  );

  it('asks for a template that it cannot read now and then, and at once on another block', async () => {
    node.answers['template'] = () => result('unreadable');
    await open(31_000);
    expect(follower.problem).toBe('a payment that is not built here');
    expect(node.of('template')).toHaveLength(4);
    node.answers['tip'] = () => result('b');
    node.answers['template'] = () => result({ height: 12, previous: 'b' });
    await vi.advanceTimersByTimeAsync(300);
    expect(follower.work?.template.height).toBe(12);
  });

  it.each([
    ['null', null],
    ['another block than it builds on', 'b'],
  ])('makes no flood of a node that names %s as its newest block', async (_what, tip) => {
    node.answers['tip'] = () => result(tip);
    await open(60_000);
    expect(node.of('template').length).toBeGreaterThan(30);
    expect(node.of('template').length).toBeLessThanOrEqual(61);
    expect(works).toBeLessThanOrEqual(3);
    // The work is there all the same, and the next one a second later.
    expect(follower.work?.template.height).toBe(11);
    node.answers['template'] = () => result({ height: 12, previous: 'c' });
    await vi.advanceTimersByTimeAsync(1300);
    expect(follower.work?.template.height).toBe(12);
  });

  it('asks at once for a template on another block, whatever the one before stood on', async () => {
    node.answers['tip'] = () => result('b');
    await open(1000);
    node.answers['tip'] = () => result('c');
    node.answers['template'] = () => result({ height: 13, previous: 'c' });
    await vi.advanceTimersByTimeAsync(300);
    expect(follower.work?.template.height).toBe(13);
  });

  it('asks for other transactions every half minute', async () => {
    await open(95_000);
    expect(node.of('template')).toHaveLength(4);
  });
});
