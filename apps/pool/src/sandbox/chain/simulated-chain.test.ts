import { describe, expect, it } from 'vitest';
import { openSimulatedChain } from './simulated-chain.ts';

const start = Date.UTC(2026, 0, 15, 12, 0, 0);

function buildChain(algorithm = 'kawpow') {
  let now = start;
  const chain = openSimulatedChain({
    name: `simulated-${algorithm}`,
    algorithm,
    earnsPerDay: [
      { asset: 'RVN', amount: 86_400_000n },
      { asset: 'BELLS', amount: 864n },
    ],
    clock: { now: () => now },
  });
  return {
    chain,
    advance: (ms: number) => {
      now += ms;
    },
  };
}

describe('a simulated chain', () => {
  it('names its blocks for what they are, and makes the same block again from the same moment', () => {
    const { chain } = buildChain();
    const block = chain.makeBlock(start, 60_000);
    expect(chain.name).toBe('simulated-kawpow');
    expect(Buffer.from(block.hash.slice(0, 18), 'hex').toString('latin1')).toBe('simulated');
    expect(block.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(block).toEqual(buildChain().chain.makeBlock(start, 60_000));
    expect(block.height).toBe(29_474_640);
  });

  it('pays for the span that a block stands for, however often it is submitted', async () => {
    const { chain } = buildChain();
    const block = chain.makeBlock(start, 60_000);
    const accepted = {
      kind: 'accepted',
      // Of the other coin it would be less than a unit.
      rewards: [{ asset: 'RVN', amount: 60_000n }],
    };
    expect(await chain.submitBlock(block.submission)).toEqual(accepted);
    expect(await chain.submitBlock(block.submission)).toEqual(accepted);
  });

  it('refuses a block of the future, of another chain, and one that was mined', async () => {
    const { chain } = buildChain();
    const kinds = await Promise.all([
      chain.submitBlock(chain.makeBlock(start + 1, 60_000).submission),
      chain.submitBlock(buildChain('ethash').chain.makeBlock(start, 60_000).submission),
      chain.submitBlock(new Uint8Array(80)),
    ]);
    expect(kinds.map(({ kind }) => kind)).toEqual(['invalid', 'invalid', 'invalid']);
  });

  it('lets a block mature in ten seconds, also after a restart, and knows no mined one', async () => {
    const { chain, advance } = buildChain();
    const { hash } = chain.makeBlock(start, 60_000);
    expect(await chain.stateOf(hash)).toBe('immature');
    advance(10_000);
    expect(await chain.stateOf(hash)).toBe('mature');
    expect(await chain.stateOf('0'.repeat(64))).toBe('unknown');
  });

  it('gives no work to hash', () => {
    expect(() => buildChain().chain.template()).toThrow('gives no work');
  });
});
