import { describe, expect, it } from 'vitest';
import { readNodeState, refuseOtherChain, unfitReason } from './node-state.ts';

const genesis = '418015bb9ae982a1975da7d79277c2705727a56894ba0fb246adaabb1f4632e3';
/** As monerod 0.18.0.0 answers, without what is not read. */
const info = {
  adjusted_time: 1795462793,
  busy_syncing: false,
  height: 93,
  incoming_connections_count: 0,
  nettype: 'fakechain',
  offline: false,
  outgoing_connections_count: 1,
  restricted: false,
  status: 'OK',
  synchronized: true,
  target_height: 0,
  top_block_hash: 'd00e8ac6acc3396c54daaf3f79fc6b1fd9f9e2a87ad92c7694d99f0d0563909c',
  untrusted: false,
  version: '0.18.0.0-unknown',
};
const stateWith = (changes: object) => readNodeState({ ...info, ...changes });

describe('what monerod says of itself', () => {
  it('counts its blocks from 1, the pool from 0', () => {
    expect(stateWith({})).toMatchObject({ height: 92, target: 0, peers: 1, version: '0.18.0.0-unknown' });
  });

  it.each([
    [{}, undefined],
    [{ target_height: 95 }, undefined],
    [{ target_height: 96 }, 'it is behind: block 92 of 95'],
    [{ outgoing_connections_count: 0 }, 'it is alone: no peer is connected'],
    [{ offline: true }, 'it is alone: it runs with --offline'],
    [
      { outgoing_connections_count: 0, restricted: true },
      'it does not say whether it has peers: it takes restricted calls only (--restricted-rpc)',
    ],
    [{ synchronized: false }, 'it is loading the chain (block 92 so far)'],
    [{ busy_syncing: true }, 'it is loading the chain (block 92 so far)'],
  ])('%j: %s', (changes, problem) => {
    expect(unfitReason(stateWith(changes))).toBe(problem);
  });

  it.each([
    [{ status: 'BUSY' }, 'it answers get_info with BUSY'],
    [{ untrusted: true }, 'it answers with the word of another node (bootstrap-daemon-address)'],
    [{ height: 0 }, 'height is 0'],
    [{ status: 'no\u001b[2J' }, 'it answers get_info with no [2J'],
    [{ nettype: 7 }, 'nettype is no text'],
  ])('%j is no answer', (changes, why) => {
    expect(() => stateWith(changes)).toThrow(why);
  });

  it('is refused on another network or chain', () => {
    const refuse = (network: string, first: string) => () =>
      refuseOtherChain('regtest', { network, genesis: first });
    expect(refuse('fakechain', genesis)).not.toThrow();
    expect(refuse('mainnet', genesis)).toThrow('it is a node of mainnet, not of fakechain');
    expect(refuse('fakechain', 'ab')).toThrow(
      'it is a node of another chain than XMR: its first block is ab',
    );
  });
});
