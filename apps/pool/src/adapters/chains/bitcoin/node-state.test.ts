import { describe, expect, it } from 'vitest';
import { reportOf } from '../nodes/block-report.ts';
import { readBlockAtNode } from './block-at-node.ts';
import { bitcoinChains } from './chain-facts.ts';
import { readNodeState, refuseOtherAgent, refuseOtherChain, unfitReason } from './node-state.ts';

const tip = 'b5c5288952f80e8414e482e4953eeeb85f24227b3f39f20c3e76afe3f3d051d6';
const chainInfo = {
  chain: 'regtest',
  blocks: 130,
  headers: 130,
  bestblockhash: tip,
  initialblockdownload: false,
};
const state = (chain: object = {}, connections = 1) =>
  readNodeState({ ...chainInfo, ...chain }, { connections });

describe('whether a node can give work and bear witness', () => {
  it.each([
    [state(), undefined],
    [state({ headers: 132 }), undefined],
    [state({ headers: 133 }), 'it is behind: block 130 of 133'],
    [state({ initialblockdownload: true }), 'it is loading the chain (block 130 of 130 so far)'],
    [state({}, 0), 'it is alone: no peer is connected'],
  ])('%j', (said, expected) => {
    expect(unfitReason(said)).toBe(expected);
  });

  it('takes a node that does not say whether it is loading for one that is not (bcoin)', () => {
    expect(unfitReason(state({ initialblockdownload: undefined }))).toBeUndefined();
  });

  it('refuses answers that are none', () => {
    expect(() => state({ blocks: '130' })).toThrow('blocks is no whole number');
    expect(() => state({ initialblockdownload: 1 })).toThrow('initialblockdownload is neither');
    expect(() => readNodeState(null, {})).toThrow('getblockchaininfo is no object');
  });
});

describe('a node of another chain', () => {
  const [litecoin] = bitcoinChains;
  if (litecoin === undefined) throw new Error('no chains');
  const { genesis } = litecoin.networks.regtest;

  it('is told by its network, and by its first block', () => {
    expect(() => refuseOtherChain(litecoin, 'regtest', { network: 'regtest', genesis })).not.toThrow();
    expect(() => refuseOtherChain(litecoin, 'regtest', { network: 'main', genesis })).toThrow(
      'it is a node of main, not of regtest',
    );
    expect(() => refuseOtherChain(litecoin, 'regtest', { network: 'regtest', genesis: tip })).toThrow(
      `it is a node of another chain than LTC: its first block is ${tip}`,
    );
  });
});

describe('chains that begin with the same block', () => {
  const facts = (coin: string) => {
    const found = bitcoinChains.find(({ asset }) => asset === coin);
    if (found === undefined) throw new Error(`no ${coin}`);
    return found;
  };
  const cash = { subversion: '/Bitcoin Cash Node:27.1.0(EB32.0)/' };
  const core = { subversion: '/Satoshi:28.0.0/' };

  it('are told by what their nodes call themselves', () => {
    expect(() => refuseOtherAgent(facts('BTC'), core)).not.toThrow();
    expect(() => refuseOtherAgent(facts('BTC'), { subversion: '/bcoin:v1.0.2/' })).not.toThrow();
    expect(() => refuseOtherAgent(facts('BCH'), cash)).not.toThrow();
    expect(() => refuseOtherAgent(facts('LTC'), {})).not.toThrow();
    expect(() => refuseOtherAgent(facts('BTC'), cash)).toThrow(
      'it is a node of another chain than BTC: it calls itself /Bitcoin Cash Node:27.1.0(EB32.0)/',
    );
    expect(() => refuseOtherAgent(facts('BCH'), core)).toThrow('another chain than BCH');
    expect(() => refuseOtherAgent(facts('BCH'), {})).toThrow('subversion is no text');
  });
});

describe('what a node says of a block', () => {
  const header = (fields: object) => readBlockAtNode({ kind: 'result', value: { height: 100, ...fields } });

  it.each([
    [header({ confirmations: 1 }), 100, { state: 'immature', buriedUnder: 0 }],
    [header({ confirmations: 100 }), 199, { state: 'immature', buriedUnder: 0 }],
    [header({ confirmations: 101 }), 200, { state: 'mature', buriedUnder: 0 }],
    [header({ confirmations: -1 }), 107, { state: 'orphaned', buriedUnder: 7 }],
    [header({ confirmations: -1 }), 99, { state: 'orphaned', buriedUnder: 0 }],
    [undefined, 100, { state: 'unknown', buriedUnder: 0 }],
  ])('%j at height %d', (block, height, expected) => {
    expect(reportOf(block, height, 100)).toEqual(expected);
  });

  it('does not know a block that it does not find, and says nothing where it did not answer', () => {
    expect(readBlockAtNode({ kind: 'refused', code: -5, why: 'Block not found' })).toBeUndefined();
    expect(readBlockAtNode({ kind: 'refused', code: -1, why: 'Block not found' })).toBeUndefined();
    expect(() => readBlockAtNode({ kind: 'refused', code: -1, why: 'other' })).toThrow('other');
    expect(() => readBlockAtNode({ kind: 'busy', why: 'Work queue depth exceeded' })).toThrow('queue');
    expect(() => header({ confirmations: '3' })).toThrow('confirmations is no number');
  });
});
