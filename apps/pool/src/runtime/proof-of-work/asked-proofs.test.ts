import { afterEach, describe, expect, it } from 'vitest';
import { withAsked } from './asked-proofs.ts';
import { noProofs, type Proofs } from './open-proofs.ts';
import type { AskProof } from './pow-verifier.ts';

describe('proofs of work that others calculate', () => {
  let proofs: Proofs | undefined;
  afterEach(() => proofs?.close());
  const open = (ask: AskProof): Proofs => (proofs = withAsked(noProofs, new Map([['randomx', ask]])));

  it('are their answers, and `unverifiable` where they cannot say', async () => {
    const asked = open(async (input) => (input === 'lost' ? undefined : `hash of ${String(input)}`));
    const verdicts = ['one', 'lost', 'two'].map((input) => asked.of('randomx').verify(input, 'XMR:4a'));
    expect(await Promise.all(verdicts)).toEqual(['hash of one', 'unverifiable', 'hash of two']);
  });

  it('are asked for a few at a time', async () => {
    const answers: (() => void)[] = [];
    const verifier = open(
      () =>
        new Promise((resolve) => {
          answers.push(() => resolve('hash'));
        }),
    ).of('randomx');
    const verdicts = Array.from({ length: 200 }, (_, index) => verifier.verify(index, 'XMR:4a'));
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    expect(answers).toHaveLength(4);
    expect(verifier.waiting()).toBe(192);
    while (verifier.waiting() > 0 || answers.length > 0) {
      answers.shift()?.();
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    expect(new Set(await Promise.all(verdicts))).toEqual(new Set(['hash']));
  });

  it('lack nothing on this machine, and all others are where they were', () => {
    const asked = open(async () => undefined);
    expect(asked.missing('randomx')).toBeUndefined();
    expect(asked.missing('kheavyhash')).toBe(noProofs.missing('kheavyhash'));
    expect(asked.of('kheavyhash').waiting()).toBe(0);
  });
});
