import { describe, expect, it } from 'vitest';
import type { RpcOutcome } from '../nodes/rpc-answer.ts';
import { createCalcPow } from './calc-pow.ts';

const a = 'aa'.repeat(32);
const b = 'bb'.repeat(32);
const silent: RpcOutcome = { kind: 'unanswered', why: 'no answer within 20 s' };
const says = (value: unknown): RpcOutcome => ({ kind: 'result', value });

const input = {
  blob: Uint8Array.of(16, 16, 1),
  seedHash: new Uint8Array(32).fill(5),
  algorithm: 'rx/0',
};

/** Nodes n1, n2, … that answer so, by the question; the last answer holds on. */
function open(...answers: RpcOutcome[][]) {
  const asked: string[] = [];
  const calls: unknown[][] = [];
  const problems: string[] = [];
  const clock = { ms: 0 };
  const nodes = answers.map((own, index) => ({
    name: `n${index + 1}`,
    rpc: {
      call: async (...call: unknown[]) => {
        asked.push(`n${index + 1}`);
        calls.push(call);
        return (own.length > 1 ? own.shift() : own[0]) ?? silent;
      },
    },
  }));
  const calculate = createCalcPow({
    nodes,
    now: () => clock.ms,
    onProblem: (node, problem) => problems.push(`${node}: ${problem}`),
  });
  const hash = async (): Promise<string | undefined> => {
    const answer = await calculate(input);
    return answer && Buffer.from(answer).toString('hex');
  };
  return { hash, asked, calls, problems, clock };
}

describe('RandomX by the word of nodes', () => {
  it('is one node’s where there is one', async () => {
    const { hash, calls } = open([says(a.toUpperCase())]);
    expect(await hash()).toBe(a);
    const params = { major_version: 16, height: 0, block_blob: '101001', seed_hash: '05'.repeat(32) };
    expect(calls).toEqual([['calc_pow', params, { withinMs: 20_000 }]]);
  });

  it('is that of two nodes that agree, and all nodes are asked in turn', async () => {
    const { hash, asked } = open([says(a)], [says(a)], [says(a)]);
    for (let count = 0; count < 3; count++) expect(await hash()).toBe(a);
    expect(asked.toSorted()).toEqual(['n1', 'n1', 'n2', 'n2', 'n3', 'n3']);
  });

  it('is decided by a third where two differ, and the one that stands alone is named and rests', async () => {
    const { hash, asked, problems, clock } = open([says(a)], [says(b)], [says(a)]);
    for (let count = 0; count < 3; count++) expect(await hash()).toBe(a);
    expect(problems).toEqual(['n2: it says another hash than 2 other nodes']);
    expect(asked.filter((name) => name === 'n2')).toHaveLength(1);
    clock.ms = 30_000;
    await hash();
    await hash();
    expect(asked.filter((name) => name === 'n2').length).toBeGreaterThan(1);
  });

  it('is not known where two differ and there is no third', async () => {
    const { hash, problems } = open([says(a)], [says(b)]);
    expect(await hash()).toBeUndefined();
    expect(problems).toEqual([]);
  });

  it('is not known where one of two is silent; the third of three takes its place, and the silent one rests', async () => {
    const two = open([says(a)], [silent]);
    expect(await two.hash()).toBeUndefined();
    expect(two.problems).toEqual(['n2: no answer within 20 s']);
    // A second voice is still needed while it rests.
    expect(await two.hash()).toBeUndefined();
    expect(two.asked.filter((name) => name === 'n2')).toHaveLength(1);

    const three = open([says(a)], [silent], [says(a)]);
    for (let count = 0; count < 4; count++) expect(await three.hash()).toBe(a);
    expect(three.asked.filter((name) => name === 'n2')).toHaveLength(1);
  });

  it.each([[says(5)], [says('aa')], [says(null)], [{ kind: 'refused', code: -1, why: 'no' } as const]])(
    'is not known where the only node answers %j',
    async (answer) => {
      const { hash, clock, asked } = open([answer, says(a)]);
      expect(await hash()).toBeUndefined();
      expect(await hash()).toBeUndefined();
      expect(asked).toEqual(['n1']);
      clock.ms = 30_000;
      expect(await hash()).toBe(a);
    },
  );
});
