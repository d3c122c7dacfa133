import file from '@openlode/pow/vectors/randomx.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { seedKeys } from './proof-keys.ts';
import { openRandomx } from './randomx-hasher.ts';
import { compiled, type RandomxLibrary, randomxFault } from './randomx-library.ts';
import { inlineProofs } from './testing/inline-proofs.ts';
import { itWithRandomx } from './testing/where-randomx-is.ts';

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));
const textOf = (hash: unknown): string => Buffer.from(hash as Uint8Array).toString('hex');
const hash = ({ input_hex: input, key_hex: key }: (typeof file.vectors)[number]): Promise<unknown> =>
  inlineProofs.of('randomx').verify({ blob: bytes(input), seedHash: bytes(key), algorithm: 'rx/0' }, 'a');

itWithRandomx('RandomX hashes what its own tests hash', async () => {
  const known = file.vectors.filter(({ key_hex: key }) => key === '74657374206b657920303031');
  expect(known).toHaveLength(2);
  for (const vector of known) expect(textOf(await hash(vector))).toBe(vector.hash);
});

/** A library that counts what it holds; its hash is the first bytes of the input. */
function countingLibrary(refused: readonly string[] = []) {
  const held = { caches: 0, machines: 0, filled: [] as string[], flags: [] as number[] };
  const library: RandomxLibrary = {
    flags: () => compiled | 2,
    allocateCache: () => (refused.includes('cache') ? undefined : BigInt(++held.caches)),
    fillCache: (_cache, seed) => void held.filled.push(seed.toString('hex')),
    releaseCache: () => void (held.caches -= 1),
    createMachine: (flags) => {
      held.flags.push(flags);
      if (refused.includes('machine') || (refused.includes('compiled') && (flags & compiled) > 0))
        return undefined;
      held.machines += 1;
      return 7n;
    },
    destroyMachine: () => void (held.machines -= 1),
    hash: (_machine, input, length, output) => output.set(input.subarray(0, Math.min(32, length))),
  };
  return { held, library };
}

describe('a hasher of RandomX', () => {
  const shared = (): SharedArrayBuffer => new SharedArrayBuffer(64);

  it('shares the cache of its seed, and the last one gives it back', () => {
    const { held, library } = countingLibrary();
    const memory = shared();
    const hashers = [openRandomx('aa', memory, library), openRandomx('aa', memory, library)];
    expect(held).toMatchObject({ caches: 1, machines: 2, filled: ['aa'] });
    expect(textOf(hashers[1]?.({ blob: bytes('0102') })).slice(0, 4)).toBe('0102');
    hashers[0]?.close?.();
    expect(held).toMatchObject({ caches: 1, machines: 1 });
    hashers[1]?.close?.();
    expect(held).toMatchObject({ caches: 0, machines: 0 });
  });

  it('interprets where compiled code may not run', () => {
    const { held, library } = countingLibrary(['compiled']);
    openRandomx('aa', shared(), library);
    expect(held.flags).toEqual([compiled | 2, 2]);
  });

  it('says what it has no memory for, and another attempt starts over', () => {
    const memory = shared();
    expect(() => openRandomx('aa', memory, countingLibrary(['cache']).library)).toThrow('256 MB');
    expect(() => openRandomx('aa', memory, countingLibrary(['machine']).library)).toThrow(
      'no memory for a machine',
    );
    const { library } = countingLibrary();
    expect(() => openRandomx('aa', memory, library)({ blob: new Uint8Array(409) })).toThrow(
      'at most 408 bytes',
    );
  });
});

describe('where the library is missing', () => {
  it('the first line of the fault is said', () => {
    const load = (): never => {
      throw new Error('librandomx.so.0 is not installed\nmore');
    };
    expect(randomxFault(load)).toBe('librandomx.so.0 is not installed');
    expect(randomxFault(() => undefined)).toBeUndefined();
  });
});

describe('the seeds that caches are built for', () => {
  const [seedHash, nextSeedHash] = [bytes('aa'), bytes('bb')];
  const job = { height: 1, seedHash };

  it('are that of the job, and before it the one that soon follows', () => {
    expect(seedKeys.ahead(job)).toEqual(['aa']);
    expect(seedKeys.ahead(Object.assign({ nextSeedHash }, job))).toEqual(['bb', 'aa']);
    expect(seedKeys.of({ seedHash })).toBe('aa');
  });
});
