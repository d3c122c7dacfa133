import { describe, expect, it } from 'vitest';
import { paymentWords, waitWords } from './payment-words.ts';

describe('paymentWords', () => {
  it.each([
    ['pending', 'Payment in progress'],
    ['processing', 'Payment processing'],
    ['success', 'Payment completed'],
  ] as const)('says of %s: %s', (status, text) => {
    expect(paymentWords({ status, reason: null })).toMatchObject({ text, advice: '' });
  });

  it('tells a wrong address from every other failure, and what to do [pay-03]', () => {
    const wrong = paymentWords({ status: 'error', reason: 'INVALID_ADDRESS' });
    expect(wrong.text).toBe('Please check your worker(s), your address seems to be invalid!');
    expect(wrong.advice).toMatch(/capital and small letters.*restart mining.*try the payment again/);
    for (const reason of ['TRANSACTION_DEAD', null])
      expect(paymentWords({ status: 'error', reason }).text).toBe(
        "We couldn't process your payment, please try again!",
      );
  });
});

describe('waitWords', () => {
  it('says what the pool’s wallet needs', () => {
    expect(waitWords({ code: 'wallet', also: null, network: null, amount: '150' }, 'DOGE')).toBe(
      'The pool’s wallet needs 150 DOGE. The payout continues once the operator has topped it up.',
    );
  });

  it('says nothing where the status says enough', () => {
    expect(waitWords({ code: 'turn', also: null, network: null, amount: null }, 'DOGE')).toBe('');
    expect(waitWords(null, 'DOGE')).toBe('');
    expect(waitWords({ code: 'approval', also: 'wallet-away', network: null, amount: null }, 'DOGE')).toBe(
      'Waiting for the operator’s approval. The pool’s wallet on this network does not answer. The payout continues once it does.',
    );
    expect(waitWords({ code: 'database-changed', also: null, network: null, amount: null }, 'DOGE')).toBe(
      'The pool’s database was replaced. The pool compares it first and continues within a minute.',
    );
  });

  it('says that the operator has to register the address at the exchange that sends it', () => {
    expect(waitWords({ code: 'registration', also: null, network: null, amount: null }, 'XRP')).toBe(
      'An exchange sends XRP, and has to know the address first: the operator registers it there by hand. The payout continues after that.',
    );
  });

  it('names the network whose node does not answer, and what ends by itself', () => {
    expect(waitWords({ code: 'node-away', also: null, network: 'BSC', amount: null }, 'DOGE')).toBe(
      'The pool’s node of BSC does not answer. DOGE is paid there as well, so the pool checks it first. The payout continues once it answers.',
    );
    expect(waitWords({ code: 'clock-skew', also: null, network: null, amount: null }, 'DOGE')).toBe(
      'The clock of the pool’s server is not exact. The payout continues automatically once it is.',
    );
  });
});
