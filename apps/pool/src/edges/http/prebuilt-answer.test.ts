import { describe, expect, it } from 'vitest';
import { prebuiltAnswer } from './prebuilt-answer.ts';

describe('prebuiltAnswer', () => {
  it('reads once a second at most and once for everybody who asks at the same time', async () => {
    let now = 0;
    let reads = 0;
    const { read: answer } = prebuiltAnswer(
      async () => {
        reads += 1;
        return { reads };
      },
      () => now,
    );
    const [first, second] = await Promise.all([answer(), answer()]);
    expect([first.plain.body.toString(), second.plain.body.toString(), reads]).toEqual([
      '{"reads":1}',
      '{"reads":1}',
      1,
    ]);
    now = 999;
    expect((await answer()).plain.etag).toBe(first.plain.etag);
    now = 1000;
    const later = await answer();
    expect(later.plain.body.toString()).toBe('{"reads":2}');
    expect(later.plain.etag).not.toBe(first.plain.etag);
  });

  it('reads what takes long less often: never more than a twentieth of the time', async () => {
    let now = 0;
    let reads = 0;
    const { read: answer } = prebuiltAnswer(
      async () => {
        reads += 1;
        now += 500;
        return reads;
      },
      () => now,
    );
    await answer();
    // A single long one may be a machine that stood still.
    now = 1500;
    await answer();
    expect([reads, now]).toEqual([2, 2000]);
    now = 11_999;
    await answer();
    expect(reads).toBe(2);
    now = 12_000;
    await answer();
    expect(reads).toBe(3);
  });

  it('goes on showing what has just become old while the next is read, and nothing that is older', async () => {
    let now = 0;
    let reads = 0;
    const answer = prebuiltAnswer(
      async () => {
        reads += 1;
        return reads;
      },
      () => now,
    );
    const shown = () => answer.ready()?.plain.body.toString();
    expect([shown(), reads]).toEqual([undefined, 0]);
    await answer.read();
    now = 1500;
    expect([shown(), shown(), reads]).toEqual(['1', '1', 2]);
    await new Promise((resolve) => setImmediate(resolve));
    expect([shown(), reads]).toEqual(['2', 2]);
    now = 3501;
    expect([shown(), reads]).toEqual([undefined, 2]);
  });

  it('tries again after a failure', async () => {
    let fails = true;
    const { read: answer } = prebuiltAnswer(async () => {
      if (fails) throw new Error('the database is away');
      return 1;
    });
    await expect(answer()).rejects.toThrow('the database is away');
    fails = false;
    expect((await answer()).plain.body.toString()).toBe('1');
  });
});
