import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scrypt } from '../../../../sandbox/chain/scrypt.ts';
import { readAuxProof, refuseAuxProof } from '../testing/check-aux-proof.ts';
import { compactSize } from '../compact-size.ts';
import { toDisplay } from '../hash-text.ts';
import { sha256d } from '../sha256d.ts';
import { printAuxProof } from './aux-proof.ts';
import { type AuxLeaf, buildCommitmentTree, commitmentOf } from './commitment-tree.ts';

/** Block 371,337 of Dogecoin, the first one that was mined together with Litecoin. */
const real = JSON.parse(
  readFileSync(new URL('../testing/dogecoin-371337.json', import.meta.url), 'utf8'),
) as { readonly hash: string; readonly bits: string; readonly head: string; readonly auxpow: string };
const realHash = sha256d(Buffer.from(real.head, 'hex'));
const realProof = readAuxProof(Buffer.from(real.auxpow, 'hex'));
const dogecoin = { hash: realHash, chainId: 98, bits: Number.parseInt(real.bits, 16) };

describe('the stand-in for a node', () => {
  it('takes a real block of Dogecoin', () => {
    expect(toDisplay(realHash)).toBe(real.hash);
    expect(refuseAuxProof(dogecoin, realProof, scrypt)).toBeUndefined();
  });

  it.each([
    ['of another block', { ...dogecoin, hash: new Uint8Array(32) }, 'another root in the commitment'],
    ['of another chain', { ...dogecoin, chainId: 16 }, 'another leaf of the tree'],
    ['of a harder chain', { ...dogecoin, bits: 0x1a012345 }, 'not enough proof of work'],
  ])('refuses it as a proof %s', (_name, chain, why) => {
    expect(refuseAuxProof(chain, realProof, scrypt)).toBe(why);
  });

  it('refuses it with any one bit changed that is checked', () => {
    const bytes = Buffer.from(real.auxpow, 'hex');
    const unchecked = realProof.coinbase.length;
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(7), (at, bit) => {
        // The 32 bytes of the parent's hash.
        if (at >= unchecked && at < unchecked + 32) return;
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ (1 << bit);
        let refused: string | undefined;
        try {
          refused = refuseAuxProof(dogecoin, readAuxProof(changed), scrypt);
        } catch (error) {
          refused = (error as Error).message;
        }
        expect(refused).toBeDefined();
      }),
      { numRuns: 200 },
    );
  });
});

describe('chains that are mined together', () => {
  const leaves: readonly AuxLeaf[] = [
    { chainId: 98, hash: sha256d(Buffer.from('dogecoin')) },
    { chainId: 16, hash: sha256d(Buffer.from('bells')) },
  ];
  const easy = 0x207fffff;

  it.each([
    [[98], 1, [0]],
    // Two even ids never fit two leaves.
    [[98, 16], 4, [0, 2]],
    [[98, 16, 1], 4, [0, 2, 3]],
  ])('%j have a tree of %d leaves', (ids, size, slots) => {
    const tree = buildCommitmentTree(ids.map((chainId) => ({ chainId, hash: new Uint8Array(32) })));
    expect([tree.size, tree.nonce, tree.places.map(({ slot }) => slot)]).toEqual([size, 0, slots]);
  });

  it('refuse two of one id, and none', () => {
    const twice = [...leaves, { chainId: 98, hash: new Uint8Array(32) }];
    expect(() => buildCommitmentTree(twice)).toThrow('two chains have one id');
    expect(() => buildCommitmentTree([])).toThrow('commits to nothing');
  });

  it('commit to one chain with its printed hash', () => {
    const tree = buildCommitmentTree(leaves.slice(0, 1));
    const printed = toDisplay(leaves[0]?.hash ?? new Uint8Array());
    expect(Buffer.from(commitmentOf(tree)).toString('hex')).toBe(`fabe6d6d${printed}0100000000000000`);
  });

  /** A parent block around a script: solved for a target that half of all hashes meet. */
  function parentOf(script: Buffer, version = 0x20000000) {
    const coinbase = Buffer.concat([
      Buffer.from('0100000001', 'hex'),
      Buffer.alloc(32),
      Buffer.from('ffffffff', 'hex'),
      compactSize(script.length),
      script,
      Buffer.from('ffffffff0100000000000000000151', 'hex'),
      Buffer.alloc(4),
    ]);
    const merkleBranch = [sha256d(Buffer.from('one')), sha256d(Buffer.from('two'))];
    const root = merkleBranch.reduce<Uint8Array>(
      (left, right) => sha256d(Buffer.concat([left, right])),
      sha256d(coinbase),
    );
    const header = Buffer.alloc(80);
    header.writeUInt32LE(version);
    header.set(root, 36);
    for (let nonce = 0; BigInt(`0x${toDisplay(scrypt(header))}`) >> 255n !== 0n; nonce += 1)
      header.writeUInt32LE(nonce, 76);
    return { coinbase, merkleBranch, header };
  }

  const judge = (script: Buffer, chains = leaves, version?: number): (string | undefined)[] => {
    const tree = buildCommitmentTree(leaves);
    const parent = parentOf(script, version);
    return chains.map(({ chainId, hash }, index) => {
      const place = tree.places[index];
      if (place === undefined) throw new Error('no place');
      const proof = readAuxProof(Buffer.from(printAuxProof(parent, place)));
      return refuseAuxProof({ chainId, hash, bits: easy }, proof, scrypt);
    });
  };
  const commitment = commitmentOf(buildCommitmentTree(leaves));
  const script = Buffer.concat([Buffer.from('03a1b2c3', 'hex'), commitment, Buffer.from('/pool/')]);

  it('are both proven by one parent', () => {
    expect(judge(script)).toEqual([undefined, undefined]);
  });

  it.each([
    ['without a commitment', Buffer.from('03a1b2c3', 'hex'), leaves, undefined, 'no commitment'],
    ['with two commitments', Buffer.concat([script, commitment]), leaves, undefined, 'two commitments'],
    ['whose version has the id of a chain', script, leaves, 0x00620104, 'the parent has our chain id'],
    [
      'for hashes in the order in which they are printed',
      script,
      leaves.map((leaf) => ({ ...leaf, hash: Buffer.from(leaf.hash).reverse() })),
      undefined,
      'another root in the commitment',
    ],
  ])('are not proven by a parent %s', (_name, bytes, chains, version, why) => {
    expect(judge(bytes, chains, version)[0]).toBe(why);
  });
});
