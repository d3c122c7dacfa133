import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { envelope } from '../envelope.ts';
import { list } from '../list.ts';
import { nullable } from '../nullable.ts';
import { algorithmCode, coinSymbol, decimalText, timestampMs } from '../primitives.ts';

/** The query of the list of blocks: 100 pages of 20 can be asked for. */
export const BlocksQuery = closedObject({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Page, from 1; at most 100.' })),
});
export type BlocksQuery = Static<typeof BlocksQuery>;

const chain = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'The chain, for example `ltc-regtest`.',
});

export const BlockReward = closedObject({
  coin: coinSymbol('What the block pays in.'),
  amount: decimalText('In coins.'),
});

export const BlockItem = closedObject({
  chain,
  algorithm: algorithmCode('What it was mined with.'),
  height: Type.Integer({ minimum: 0 }),
  hash: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'As explorers print it.' }),
  timestamp: timestampMs('When its share came.'),
  state: Type.Enum(['found', 'waiting', 'matured', 'orphaned', 'reorganised', 'refused'], {
    type: 'string',
    description:
      '`found`: handed to the chain; `waiting`: the chain has it, its reward cannot be spent yet; `matured`: its reward is credited; `orphaned`: another block took its place; `reorganised`: the same after it was credited, miners keep the reward; `refused`: the nodes say that it is no valid block.',
  }),
  returned: Type.Boolean({ description: 'It was given up before, and its chain came back to it.' }),
  rewards: list(BlockReward, { description: 'What it pays; empty until its chain has taken it.' }),
  effort: nullable(
    Type.Number({
      minimum: 0,
      description:
        'Percent: the work since the block before it on its chain, of what a block takes on average. Null where it was not recorded.',
    }),
  ),
  confirmations: nullable(
    closedObject({
      depth: Type.Integer({
        minimum: 0,
        description: 'The least that a node says which has it; 0 if none has.',
      }),
      by: Type.Integer({ minimum: 0, description: 'Nodes that have it.' }),
      of: Type.Integer({ minimum: 1, description: 'Nodes of the chain.' }),
    }),
  ),
  finder_coin: coinSymbol('What its finder is paid in. No address is told.'),
});
export type BlockItem = Static<typeof BlockItem>;

export const ChainLuckItem = closedObject({
  chain,
  algorithm: algorithmCode('What it is mined with.'),
  blocks: Type.Integer({ minimum: 0, description: 'The last 100 of the past 30 days at most.' }),
  expected: Type.Number({
    minimum: 0,
    description: 'How many the same work makes on average, the search that goes on included.',
  }),
  luck: nullable(
    Type.Number({
      minimum: 0,
      description: 'Percent: `blocks` of `expected`; null where nothing was expected.',
    }),
  ),
  search: Type.Number({
    minimum: 0,
    description: 'Percent: the work since the last block, of what a block takes on average.',
  }),
});
export type ChainLuckItem = Static<typeof ChainLuckItem>;

/** `GET /v5/blocks` */
export const BlocksResponse = envelope(
  closedObject({
    luck: list(ChainLuckItem, { description: 'By chain.' }),
    list: list(BlockItem, { maxItems: 20, description: 'Blocks of all chains, the newest first.' }),
    has_next: Type.Boolean(),
    has_prev: Type.Boolean(),
    last_page: Type.Integer({ minimum: 1, maximum: 100 }),
  }),
  { description: 'The blocks that the pool found.' },
);
export type BlocksResponse = Static<typeof BlocksResponse>;
