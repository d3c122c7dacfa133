import { describe, expect, it } from 'vitest';
import { prebuiltAnswer } from './prebuilt-answer.ts';

describe('prebuiltAnswer', () => {
  it('reads once a second at most and once for everybody who asks at the same time', async () => {
    let now = 0;
    let reads = 0;
    const answer = prebuiltAnswer(
      async () => {
        reads += 1;
        return { reads };
      },
      () => now,
    );
    const [first, second] = await Promise.all([answer(), answer()]);
    expect([first.body.toString(), second.body.toString(), reads]).toEqual(['{"reads":1}', '{"reads":1}', 1]);
    now = 999;
    expect((await answer()).etag).toBe(first.etag);
    now = 1000;
    const later = await answer();
    expect(later.body.toString()).toBe('{"reads":2}');
    expect(later.etag).not.toBe(first.etag);
  });

  it('reads what takes long less often: never more than a twentieth of the time', async () => {
    let now = 0;
    let reads = 0;
    const answer = prebuiltAnswer(
      async () => {
        reads += 1;
        now += 500;
        return reads;
      },
      () => now,
    );
    await answer();
    now = 10_499;
    await answer();
    expect(reads).toBe(1);
    now = 10_500;
    await answer();
    expect(reads).toBe(2);
  });

  it('tries again after a failure', async () => {
    let fails = true;
    const answer = prebuiltAnswer(async () => {
      if (fails) throw new Error('the database is away');
      return 1;
    });
    await expect(answer()).rejects.toThrow('the database is away');
    fails = false;
    expect((await answer()).body.toString()).toBe('1');
  });
});
