import type { BlockItem } from '@openlode/contracts/http/blocks';
import type { State } from '../../shared/ui/state-mark.tsx';

export interface BlockWords {
  readonly state: State;
  readonly word: string;
  /** What that means for the reward. */
  readonly sentence: string;
}

type StateFields = Pick<BlockItem, 'state' | 'returned' | 'confirmations'>;

/** What has become of a block. */
export function blockWords(block: StateFields): BlockWords {
  const { state, word, sentence } = describeBlock(block);
  return { state, word, sentence: block.returned ? `${returnWords(block)} ${sentence}` : sentence };
}

function describeBlock({ state, confirmations }: StateFields): BlockWords {
  switch (state) {
    case 'found':
      return {
        state: 'waiting',
        word: 'Found',
        sentence: 'It was handed to its chain, which has not taken it yet.',
      };
    case 'waiting':
      return {
        state: 'waiting',
        word: 'Waiting',
        sentence: `${depthWords(confirmations)} Its reward is shared out once it can be spent.`,
      };
    case 'matured':
      return {
        state: 'good',
        word: 'Matured',
        sentence: 'Its reward is credited to the miners of its round.',
      };
    case 'orphaned':
      return {
        state: 'error',
        word: 'Orphaned',
        sentence: 'Another block took its place on the chain: it pays nothing.',
      };
    case 'reorganised':
      return {
        state: 'error',
        word: 'Reorganised',
        sentence:
          'Its chain gave it up after its reward was credited. Miners keep theirs, the pool bears the loss.',
      };
    case 'refused':
      return { state: 'error', word: 'Refused', sentence: 'The nodes call it invalid: it pays nothing.' };
  }
}

function returnWords({ state }: StateFields): string {
  return state === 'orphaned' || state === 'refused'
    ? 'Its chain came back to it once.'
    : 'Its chain had given it up and came back to it.';
}

function depthWords(confirmations: StateFields['confirmations']): string {
  if (confirmations === null) return 'Its chain has it.';
  const { depth, by, of } = confirmations;
  if (by === 0)
    return of === 1
      ? 'The pool’s node does not have it at the moment.'
      : `None of ${of} nodes has it at the moment.`;
  const count = `${depth} ${depth === 1 ? 'confirmation' : 'confirmations'}`;
  return of === 1 ? `${count} at the pool’s node.` : `${count} at ${by} of ${of} nodes.`;
}

/** `LTC, test network`, `Sandbox chain`: a chain by the name that the pool gives it. */
export function chainWords(chain: string): string {
  if (chain.startsWith('sandbox-')) return 'Sandbox chain';
  if (chain.startsWith('simulated-')) return 'Simulated chain';
  const [, coin, network] = /^([a-z0-9]+)-(regtest|main)$/.exec(chain) ?? [];
  if (coin === undefined) return chain;
  return network === 'regtest' ? `${coin.toUpperCase()}, test network` : coin.toUpperCase();
}

/** `214.5%`, `31%`: to a tenth below a thousand percent. */
export function percentWords(percent: number): string {
  return `${percent < 1000 ? Math.round(percent * 10) / 10 : Math.round(percent)}%`;
}
