import file from '@openlode/pow/vectors/randomx.json' with { type: 'json' };
import { afterEach, expect } from 'vitest';
import { openProofs, type Proofs } from './open-proofs.ts';
import { startPowWorker } from './testing/start-pow-worker.ts';
import { describeRandomx, itWithRandomx } from './testing/where-randomx-is.ts';

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));

describeRandomx('RandomX in threads', () => {
  let proofs: Proofs | undefined;
  afterEach(() => proofs?.close());

  itWithRandomx('hashes every vector, each in the threads of its seed', async () => {
    proofs = openProofs(startPowWorker, 2);
    const verifier = proofs.of('randomx');
    expect(file.vectors).toHaveLength(11);
    for (const vector of file.vectors) {
      const input = { blob: bytes(vector.input_hex), seedHash: bytes(vector.key_hex), algorithm: 'rx/0' };
      const hash = (await verifier.verify(input, 'a')) as Uint8Array;
      expect(Buffer.from(hash).toString('hex')).toBe(vector.hash);
    }
  });

  itWithRandomx('answers a crowd with several threads on one cache, which goes with them', async () => {
    proofs = openProofs(startPowWorker, 3);
    const verifier = proofs.of('randomx');
    const [vector] = file.vectors;
    if (vector === undefined) throw new Error('there is no vector');
    const input = { blob: bytes(vector.input_hex), seedHash: bytes(vector.key_hex), algorithm: 'rx/0' };
    const before = process.memoryUsage().rss;
    const hashes = await Promise.all(Array.from({ length: 60 }, () => verifier.verify(input, 'a')));
    const texts = new Set(hashes.map((hash) => Buffer.from(hash as Uint8Array).toString('hex')));
    expect([...texts]).toEqual([vector.hash]);
    const megabytes = (process.memoryUsage().rss - before) / 2 ** 20;
    // One cache of 256 MB for the threads together, and what each has for itself.
    expect(megabytes).toBeGreaterThan(200);
    expect(megabytes).toBeLessThan(500);
    await proofs.close();
    expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(200);
  });
});
