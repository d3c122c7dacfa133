import { describe, expect, it } from 'vitest';
import { addressOutcomeText } from './address-outcome-text.ts';

describe('addressOutcomeText', () => {
  it('names the networks joined by "or" when nothing matches', () => {
    expect(
      addressOutcomeText({ kind: 'no-network-matches', networks: ['Ethereum', 'Polygon'] }, 'Tether'),
    ).toBe(
      'Double check your Tether address, it seems to be invalid! It must be a valid address on Ethereum or Polygon.',
    );
  });

  it('tells a wrong memo from one that is not taken', () => {
    expect(addressOutcomeText({ kind: 'memo-invalid', network: 'XRP' }, 'XRP')).toBe(
      'Double check your memo value, it seems to be invalid!',
    );
    expect(
      addressOutcomeText({ kind: 'memo-not-supported', network: 'BSC', coinTakesMemo: true }, 'BNB'),
    ).toBe('The BSC network does not support the ADDRESS:MEMO format.');
    expect(
      addressOutcomeText({ kind: 'memo-not-supported', network: 'DOGE', coinTakesMemo: false }, 'Dogecoin'),
    ).toBe('Dogecoin does not support the ADDRESS:MEMO format.');
  });

  it('says nothing of an empty field, a right address and one that is being checked', () => {
    expect(addressOutcomeText({ kind: 'empty' }, 'Dogecoin')).toBeNull();
    expect(addressOutcomeText({ kind: 'checking' }, 'Dogecoin')).toBeNull();
    expect(
      addressOutcomeText(
        { kind: 'valid', network: 'DOGE', address: 'D1', memo: null, compatible: ['DOGE'] },
        'Dogecoin',
      ),
    ).toBeNull();
  });
});
