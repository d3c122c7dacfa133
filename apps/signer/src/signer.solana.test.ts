import { readAnswer } from '@openlode/signing/read-answer';
import { printLine } from '@openlode/signing/messages';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountOfKey } from './families/solana/keys.ts';
import { reasonOf } from './testing/reason-of.ts';
import {
  foreignSolanaKey,
  nonceOf,
  openSolanaSigner,
  solanaNetworkName,
  solanaPayment,
  solanaRequest,
  theNonceAccount,
} from './testing/solana-request.ts';
import type { TestSigner } from './testing/test-signer.ts';

const sol = 1_000_000_000n;

describe('a signer of Solana', () => {
  let kit: TestSigner;
  beforeEach(() => {
    kit = openSolanaSigner();
  });
  afterEach(() => kit.close());
  const answerTo = (...request: Parameters<typeof solanaRequest>) => {
    const answer = kit.sign(solanaRequest(...request));
    return answer.ok ? 'signed' : answer.reason;
  };

  it('answers in a form that the pool reads, and with the same bytes again, also after a restart', () => {
    const request = solanaRequest(1, solanaPayment('a:1', sol));
    const first = kit.sign(request);
    expect(readAnswer(printLine(first))).toEqual(first);
    expect(first).toMatchObject({
      ok: true,
      fee: 10_000n,
      claims: [`nonce:${theNonceAccount}:${nonceOf(1)}`],
      again: false,
    });
    kit.restart();
    expect(kit.sign(request)).toEqual({ ...first, again: true });
    expect(readAnswer(printLine(kit.signer.answer({ type: 'transactions', payoutId: 'a:1' })))).toMatchObject(
      { count: 1 },
    );
    expect(readAnswer(printLine(kit.signer.describe()))).toMatchObject({
      networks: [{ network: solanaNetworkName }],
    });
  });

  it('keeps to its caps: a payment, a day with its fees, and a fee', () => {
    expect(answerTo(1, solanaPayment('a:1', 2n * sol + 1n))).toBe('payment-cap');
    expect(answerTo(1, solanaPayment('a:1', sol), {}, { unitPrice: 200_000_000n })).toBe('fee-cap');
    expect(answerTo(1, solanaPayment('a:1', sol), {}, { unitPrice: 199_000_000n })).toBe('fee-rate-cap');
    expect(answerTo(1, solanaPayment('a:1', 2n * sol))).toBe('signed');
    expect(answerTo(2, solanaPayment('a:2', sol))).toBe('day-cap');
    expect(answerTo(2, solanaPayment('a:2', sol - 20_000n))).toBe('signed');
    kit.now += 86_400_000;
    expect(answerTo(3, solanaPayment('a:3', sol))).toBe('signed');
  });

  it('gives a nonce to one payment, and a payout one nonce', () => {
    expect(answerTo(1, solanaPayment('a:1', sol))).toBe('signed');
    expect(answerTo(1, solanaPayment('a:2', sol / 2n))).toBe('number-taken');
    expect(answerTo(2, solanaPayment('a:1', sol))).toBe('no-shared-claim');
    expect(answerTo(1, solanaPayment('a:1', sol / 2n))).toBe('payout-changed');
    // A pool whose database was set back may know the same payment by another id: one of both is confirmed.
    expect(answerTo(1, solanaPayment('b:1', sol), {}, { unitPrice: 2_000_000n })).toBe('signed');
  });

  it('signs one transaction that makes a payment, because both could be executed where a block hash stands as the nonce', () => {
    expect(answerTo(1, solanaPayment('a:1', sol))).toBe('signed');
    expect(answerTo(1, solanaPayment('a:1', sol), {}, { units: 5001 })).toBe('no-shared-claim');
    expect(answerTo(1, solanaPayment('a:1', sol), { kind: 'cancel' }, { transfer: undefined })).toBe(
      'signed',
    );
    expect(answerTo(1, solanaPayment('a:1', sol), {}, { units: 5001 })).toBe('no-shared-claim');
    expect(answerTo(1, solanaPayment('a:1', sol))).toBe('signed');
    // Under another id it counts in the day once more, as what both would take: two of three SOL are gone.
    expect(answerTo(1, solanaPayment('b:1', sol), {}, { units: 5001 })).toBe('signed');
    expect(answerTo(1, solanaPayment('c:1', sol), {}, { units: 5002 })).toBe('day-cap');
    const listed = accountOfKey(foreignSolanaKey);
    const sweep = { kind: 'sweep' } as const;
    expect(answerTo(2, solanaPayment('s:1', sol, listed), sweep)).toBe('signed');
    expect(answerTo(2, solanaPayment('s:1', sol, listed), sweep, { units: 5001 })).toBe('no-shared-claim');
  });

  it('sweeps to its list alone', () => {
    const listed = accountOfKey(foreignSolanaKey);
    expect(answerTo(1, solanaPayment('s:1', 9n * sol), { kind: 'sweep' })).toBe('not-allowed');
    expect(answerTo(1, solanaPayment('s:1', 9n * sol, listed), { kind: 'sweep' })).toBe('signed');
  });

  it('cancels under a nonce of the payout alone', () => {
    const cancel = { kind: 'cancel' } as const;
    const nothing = { transfer: undefined };
    expect(answerTo(1, solanaPayment('a:1', sol), cancel, nothing)).toBe('not-allowed');
    expect(answerTo(1, solanaPayment('a:1', sol))).toBe('signed');
    expect(answerTo(2, solanaPayment('a:1', sol), cancel, nothing)).toBe('no-shared-claim');
    expect(answerTo(1, solanaPayment('a:1', sol), cancel)).toBe('outputs');
    expect(answerTo(1, solanaPayment('a:1', sol), cancel, nothing)).toBe('signed');
  });

  it('uses a nonce for nothing for its operator, once', () => {
    const use = { nonceAccount: theNonceAccount, nonce: nonceOf(7), unitPrice: 1n };
    const used = kit.signer.useNonce(solanaNetworkName, use);
    expect(kit.signer.useNonce(solanaNetworkName, use)).toEqual(used);
    expect(reasonOf(() => kit.signer.useNonce(solanaNetworkName, { ...use, nonce: 'none' }))).toBe(
      'unreadable',
    );
    expect(reasonOf(() => kit.signer.useNonce(solanaNetworkName, { ...use, unitPrice: 10n ** 12n }))).toBe(
      'fee-cap',
    );
    expect(reasonOf(() => kit.signer.useNonce('LTC-regtest', use))).toBe('unknown-network');
    // At most one of both is confirmed.
    expect(answerTo(7, solanaPayment('a:9', sol))).toBe('signed');
  });
});
