import { blocksExample } from '@openlode/contracts/examples/blocks';
import { describe, expect, it } from 'vitest';
import { blockWords, chainWords, percentWords } from './block-words.ts';

describe('a block in words', () => {
  it('says what each state means for the reward', () => {
    expect(blocksExample.data.list.map(blockWords)).toEqual([
      {
        state: 'waiting',
        word: 'Found',
        sentence: 'It was handed to its chain, which has not taken it yet.',
      },
      {
        state: 'waiting',
        word: 'Waiting',
        sentence: '3 confirmations at 2 of 2 nodes. Its reward is shared out once it can be spent.',
      },
      { state: 'good', word: 'Matured', sentence: 'Its reward is credited to the miners of its round.' },
      {
        state: 'error',
        word: 'Reorganised',
        sentence:
          'Its chain gave it up after its reward was credited. Miners keep theirs, the pool bears the loss.',
      },
      {
        state: 'error',
        word: 'Orphaned',
        sentence:
          'Its chain came back to it once. Another block took its place on the chain: it pays nothing.',
      },
      { state: 'error', word: 'Refused', sentence: 'The nodes call it invalid: it pays nothing.' },
    ]);
  });

  it.each([
    [null, 'Its chain has it.'],
    [{ depth: 1, by: 1, of: 1 }, '1 confirmation at the pool’s node.'],
    [{ depth: 4, by: 1, of: 2 }, '4 confirmations at 1 of 2 nodes.'],
    [{ depth: 0, by: 0, of: 2 }, 'None of 2 nodes has it at the moment.'],
    [{ depth: 0, by: 0, of: 1 }, 'The pool’s node does not have it at the moment.'],
  ])('says how deep it is: %o', (confirmations, sentence) => {
    expect(blockWords({ state: 'waiting', returned: false, confirmations }).sentence).toBe(
      `${sentence} Its reward is shared out once it can be spent.`,
    );
  });

  it('says that its chain came back to it', () => {
    expect(blockWords({ state: 'matured', returned: true, confirmations: null }).sentence).toBe(
      'Its chain had given it up and came back to it. Its reward is credited to the miners of its round.',
    );
  });

  it.each([
    ['ltc-regtest', 'LTC, test network'],
    ['btc-main', 'BTC'],
    ['sandbox-sha256', 'Sandbox chain'],
    ['simulated-blake3', 'Simulated chain'],
    ['fake', 'fake'],
  ])('names the chain %s', (chain, words) => {
    expect(chainWords(chain)).toBe(words);
  });

  it.each([
    [214.5, '214.5%'],
    [31.07, '31.1%'],
    [0, '0%'],
    [12_345.6, '12346%'],
  ])('rounds %d percent', (percent, words) => {
    expect(percentWords(percent)).toBe(words);
  });
});
