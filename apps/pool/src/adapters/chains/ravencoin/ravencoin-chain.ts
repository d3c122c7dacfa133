import { unitsPerSatoshi } from '@openlode/money/amount';
import { bitcoinFamily, type BitcoinFamilyOptions } from '../bitcoin/bitcoin-family.ts';
import { type ChainOnNodes, type NodeWatch, openNodeChain } from '../nodes/node-chain.ts';
import { ravencoinFacts } from './chain-facts.ts';
import { frameBlock, readBlock } from './frame-block.ts';

export interface RavencoinChainOptions extends Omit<BitcoinFamilyOptions, 'facts'>, NodeWatch {
  /** Printable text in every coinbase, at most 40 bytes. */
  readonly tag: string;
}

/**
 * Ravencoin by the word of its operator's own nodes.
 *
 * @throws RangeError where no block can pay to the address
 */
export function openRavencoinChain({ network, address, tag, ...watch }: RavencoinChainOptions): ChainOnNodes {
  const { family, script } = bitcoinFamily({ facts: ravencoinFacts, network, address, now: watch.now });
  return openNodeChain(
    {
      ...family,
      frame: (template) => frameBlock(family.name, template, { script, tag }),
      readBlock(block) {
        const { hash, value } = readBlock(block);
        return { hash, reward: value * unitsPerSatoshi };
      },
    },
    watch,
  );
}
