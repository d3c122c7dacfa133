import { describe, expect, it } from 'vitest';
import { findBrowserWallet, signWithBrowserWallet } from './browser-wallet.ts';

const address = '0x52908400098527886E0F7030069857D2E4169EE7';

function walletOf(answers: Readonly<Record<string, unknown>>) {
  const calls: unknown[] = [];
  return {
    calls,
    request: async (call: { readonly method: string }) => {
      calls.push(call);
      const answer = answers[call.method];
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
}

describe('signWithBrowserWallet', () => {
  it('asks for the accounts and has the right one sign the bytes of the text', async () => {
    const wallet = walletOf({
      eth_requestAccounts: ['0x0000000000000000000000000000000000000001', address.toLowerCase()],
      personal_sign: '0xabcd',
    });
    expect(await signWithBrowserWallet(wallet, address, 'Pay 1')).toEqual({
      kind: 'signed',
      signature: '0xabcd',
    });
    expect(wallet.calls).toEqual([
      { method: 'eth_requestAccounts' },
      { method: 'personal_sign', params: ['0x5061792031', address.toLowerCase()] },
    ]);
  });

  it.each([
    ['another account', { eth_requestAccounts: ['0x1'] }, /did not offer this address/],
    ['no accounts', { eth_requestAccounts: null }, /did not offer this address/],
    [
      'a visitor who declines',
      { eth_requestAccounts: [address], personal_sign: Object.assign(new Error(), { code: 4001 }) },
      /You declined in the wallet/,
    ],
    ['a wallet that fails', { eth_requestAccounts: new Error('locked') }, /could not sign/],
    ['no signature', { eth_requestAccounts: [address], personal_sign: null }, /gave no signature/],
  ])('tells %s', async (_title, answers, text) => {
    const answer = await signWithBrowserWallet(walletOf(answers), address, 'text');
    expect(answer).toEqual({ kind: 'failed', text: expect.stringMatching(text) });
  });
});

describe('findBrowserWallet', () => {
  it.each([
    [{}, false],
    [{ ethereum: null }, false],
    [{ ethereum: { request: 1 } }, false],
    [{ ethereum: { request: () => undefined } }, true],
  ])('finds %o: %s', (host, expected) => {
    expect(findBrowserWallet(host) !== undefined).toBe(expected);
  });
});
