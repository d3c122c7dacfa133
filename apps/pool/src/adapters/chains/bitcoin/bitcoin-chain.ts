import { unitsPerSatoshi } from '@openlode/money/amount';
import type { BitcoinTemplate } from '../../../domain/kernel/block-template.ts';
import { type ChainOnNodes, type NodeWatch, openNodeChain } from '../nodes/node-chain.ts';
import type { NamedAuxWork } from './aux/merge-work.ts';
import { type BitcoinFamilyOptions, bitcoinFamily } from './bitcoin-family.ts';
import { frameBlock } from './build-template.ts';
import { readBlock } from './read-block.ts';

export interface BitcoinChainOptions extends BitcoinFamilyOptions, NodeWatch {
  /** Printable text in every coinbase, at most 40 bytes. */
  readonly tag: string;
  /** The next blocks of the chains that are mined together with it: the same object until one of them changes. */
  readonly merged?: () => readonly NamedAuxWork[];
}

const none: readonly NamedAuxWork[] = [];

/**
 * A chain of Bitcoin's family by the word of its operator's own nodes.
 *
 * @throws RangeError where no block can pay to the address
 */
export function openBitcoinChain({
  facts,
  network,
  address,
  tag,
  merged = () => none,
  ...watch
}: BitcoinChainOptions): ChainOnNodes {
  const { family, script } = bitcoinFamily({ facts, network, address, now: watch.now });
  return openNodeChain(
    {
      ...family,
      frame(template) {
        let works = merged();
        let frame = frameBlock(family.name, template, { script, tag, merged: works });
        return (elapsedSeconds, clean): BitcoinTemplate => {
          const now = merged();
          if (now !== works) frame = frameBlock(family.name, template, { script, tag, merged: now });
          works = now;
          return { ...frame, time: template.time + elapsedSeconds, clean };
        };
      },
      readBlock(block) {
        const { hash, value } = readBlock(block);
        return { hash, reward: value * unitsPerSatoshi };
      },
    },
    watch,
  );
}
