import { signingChains } from './bitcoin-address.ts';
import { verifyBitcoinMessage } from './bitcoin-message.ts';
import { verifyEthereumMessage } from './ethereum-message.ts';

/** How wallets sign a message: BIP-322 and legacy signing of the bitcoin family, or EIP-191 of EVM wallets. */
export type SigningScheme = 'bitcoin' | 'ethereum';

/** How an address family signs messages; undefined where this package knows no way. */
export function signingSchemeOf(family: string): SigningScheme | undefined {
  if (family === 'EVM') return 'ethereum';
  return signingChains[family] === undefined ? undefined : 'bitcoin';
}

/** Longer texts are no signature of a single key. */
export const signatureLengthMax = 512;

/** Whether the key of an address, in its canonical spelling, signed this text. Never throws. */
export function verifyMessage(
  signed: { readonly family: string; readonly address: string; readonly text: string },
  signature: string,
): boolean {
  const { family, address, text } = signed;
  if (signature.length > signatureLengthMax) return false;
  if (family === 'EVM') return verifyEthereumMessage(address, text, signature);
  const chain = signingChains[family];
  return chain !== undefined && verifyBitcoinMessage(chain, address, text, signature);
}
