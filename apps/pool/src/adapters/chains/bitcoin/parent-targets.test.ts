import { expect, it } from 'vitest';
import type { NodeTemplate } from './read-template.ts';
import { toDisplay } from './hash-text.ts';
import { ParentTargets } from './parent-targets.ts';
import { sha256d } from './sha256d.ts';

/** Asks for the block at a change of the target, on one with these bits. */
async function check(bits: string, below: string): Promise<void> {
  const header = Buffer.alloc(80);
  header.writeUInt32LE(Number.parseInt(below, 16), 72);
  const template = {
    height: 2016,
    previous: toDisplay(sha256d(header)),
    bits: Number.parseInt(bits, 16),
  } as NodeTemplate;
  await new ParentTargets({ retargetBlocks: 2016 }).check(template, async () => ({
    kind: 'result',
    value: header.toString('hex'),
  }));
}

it.each([
  // A quarter, whose last bits the compact form of the chain does not hold.
  ['1b1fffff', '1b7fffff'],
  // A quarter that the compact form writes with one byte less.
  ['1b200040', '1c008001'],
  // Four times as easy.
  ['1d00ffff', '1c3fffc0'],
])('takes the target %s on a block with %s', async (bits, below) => {
  await expect(check(bits, below)).resolves.toBeUndefined();
});

it.each([
  ['1b1ffffe', '1b7fffff'],
  ['1b20003f', '1c008001'],
  ['1d00ffff', '1c3fffbf'],
])('refuses the target %s on a block with %s', async (bits, below) => {
  await expect(check(bits, below)).rejects.toThrow('which the chain cannot have');
});
