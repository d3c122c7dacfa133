/** A wallet in the browser (EIP-1193). */
interface BrowserWallet {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
}

/** What came of asking the wallet; `text` is for the visitor. */
export type WalletAnswer =
  | { readonly kind: 'signed'; readonly signature: string }
  | { readonly kind: 'failed'; readonly text: string };

/** The wallet that an extension put into this page; undefined where there is none. */
export function findBrowserWallet(host: object = window): BrowserWallet | undefined {
  const ethereum = 'ethereum' in host ? host.ethereum : undefined;
  return isWallet(ethereum) ? ethereum : undefined;
}

function isWallet(value: unknown): value is BrowserWallet {
  return (
    typeof value === 'object' && value !== null && 'request' in value && typeof value.request === 'function'
  );
}

/** Has the wallet sign a text with the key of an address (EIP-191 `personal_sign`). Never throws. */
export async function signWithBrowserWallet(
  wallet: BrowserWallet,
  address: string,
  text: string,
): Promise<WalletAnswer> {
  try {
    const accounts = await wallet.request({ method: 'eth_requestAccounts' });
    const account = Array.isArray(accounts)
      ? accounts.find((each) => typeof each === 'string' && each.toLowerCase() === address.toLowerCase())
      : undefined;
    if (account === undefined)
      return failed(`The wallet did not offer this address. Choose ${address} in the wallet and try again.`);
    const signature = await wallet.request({ method: 'personal_sign', params: [toHex(text), account] });
    return typeof signature === 'string'
      ? { kind: 'signed', signature }
      : failed('The wallet gave no signature.');
  } catch (error) {
    // EIP-1193: 4001 is "user rejected request".
    const isDeclined = typeof error === 'object' && error !== null && 'code' in error && error.code === 4001;
    return failed(
      isDeclined
        ? 'You declined in the wallet. Nothing was changed.'
        : 'The wallet could not sign. Nothing was changed; sign elsewhere and paste the signature.',
    );
  }
}

function failed(text: string): WalletAnswer {
  return { kind: 'failed', text };
}

/** Bytes as `0x…`: plain text that looks like hex is taken for bytes by some wallets. */
function toHex(text: string): string {
  const digits = [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0'));
  return `0x${digits.join('')}`;
}
