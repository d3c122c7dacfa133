import { describe, expect, it } from 'vitest';
import { addressSentence } from './address-sentence.ts';

describe('addressSentence', () => {
  it('names the networks joined by "or" when nothing matches', () => {
    expect(addressSentence({ kind: 'no-network-matches', networks: ['Ethereum', 'Polygon'] }, 'Tether')).toBe(
      'Double check your Tether address, it seems to be invalid! It must be a valid address on Ethereum or Polygon.',
    );
  });

  it('tells a wrong memo from one that is not taken', () => {
    expect(addressSentence({ kind: 'memo-invalid', network: 'XRP' }, 'XRP')).toBe(
      'Double check your memo value, it seems to be invalid!',
    );
    expect(addressSentence({ kind: 'memo-not-supported', network: 'BSC', coinTakesMemo: true }, 'BNB')).toBe(
      'The BSC network does not support the ADDRESS:MEMO format.',
    );
    expect(
      addressSentence({ kind: 'memo-not-supported', network: 'DOGE', coinTakesMemo: false }, 'Dogecoin'),
    ).toBe('Dogecoin does not support the ADDRESS:MEMO format.');
  });

  it('says nothing of an empty field, a right address and one that is being checked', () => {
    expect(addressSentence({ kind: 'memo-missing' }, 'XRP')).toBe(
      'This address belongs to an exchange and needs its memo: add it after the address and a colon.',
    );
    expect(addressSentence({ kind: 'empty' }, 'Dogecoin')).toBeNull();
    expect(addressSentence({ kind: 'checking' }, 'Dogecoin')).toBeNull();
    expect(
      addressSentence(
        { kind: 'valid', network: 'DOGE', address: 'D1', memo: null, compatible: ['DOGE'] },
        'Dogecoin',
      ),
    ).toBeNull();
  });
});
