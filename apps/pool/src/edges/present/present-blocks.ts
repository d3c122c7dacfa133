import type { BlockItem, BlocksResponse, ChainLuckItem } from '@openlode/contracts/http/blocks';
import { formatAmount } from '@openlode/money/amount';
import type { BlocksPage, FoundBlock } from '../../domain/views/read-blocks.ts';
import type { ChainLuck } from '../../domain/views/read-chain-luck.ts';

export function presentBlocks(
  { list, page, lastPage }: BlocksPage,
  luck: readonly ChainLuck[],
): BlocksResponse['data'] {
  return {
    luck: luck.map(presentLuck),
    list: list.map(presentBlock),
    has_next: page < lastPage,
    has_prev: page > 1,
    last_page: lastPage,
  };
}

function presentBlock(block: FoundBlock): BlockItem {
  return {
    chain: block.chain,
    algorithm: block.algorithm,
    height: block.height,
    hash: block.hash,
    timestamp: block.foundAt,
    state: stateOf(block),
    returned: block.revivals > 0,
    rewards: block.rewards.map(({ asset, amount }) => ({ coin: asset, amount: formatAmount(amount) })),
    effort: block.effort === undefined ? null : percent(block.effort),
    confirmations: block.confirmations ?? null,
    finder_coin: block.finderCoin,
  };
}

function stateOf({ state, reorganisedAt }: FoundBlock): BlockItem['state'] {
  switch (state) {
    case 'candidate':
      return 'found';
    case 'accepted':
      return 'waiting';
    case 'credited':
      return reorganisedAt === undefined ? 'matured' : 'reorganised';
    case 'orphaned':
    case 'refused':
      return state;
  }
}

function presentLuck({ chain, algorithm, blocks, expected, search }: ChainLuck): ChainLuckItem {
  return {
    chain,
    algorithm,
    blocks,
    expected: Math.round(expected * 100) / 100,
    luck: expected > 0 ? percent(blocks / expected) : null,
    search: percent(search),
  };
}

/** Of a ratio, to a hundredth of a percent. */
function percent(ratio: number): number {
  return Math.round(ratio * 10_000) / 100;
}
