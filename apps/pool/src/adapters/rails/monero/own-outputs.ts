import type { MoneroSigner } from './signer.ts';
import type { ViewWallet, WalletOutput } from './view-wallet.ts';

/** What the pool has or had. */
export interface OwnOutputs {
  /** Each with its image. */
  readonly outputs: readonly WalletOutput[];
  /** Those of them that the wallet took for unspent until it was given their images just now: something has left that it did not see. */
  readonly learned: readonly WalletOutput[];
}

/**
 * All outputs of the pool that the wallet has read. It does not see that one is spent before it has its image, as a wallet that was made again
 * has none: the signer is asked for all of them then.
 *
 * @throws Error where an image is still missing: nothing follows from what such a wallet says
 */
export async function ownOutputs(
  wallet: ViewWallet,
  signer: Pick<MoneroSigner, 'keyImages'>,
): Promise<OwnOutputs> {
  const before = await wallet.outputs();
  if (before.every(({ image }) => image !== '')) return { outputs: before, learned: [] };
  await wallet.importImages(await signer.keyImages(await wallet.exportOutputs()));
  const outputs = await wallet.outputs();
  if (outputs.some(({ image }) => image === ''))
    throw new Error('the wallet does not know the images of all its outputs: other ones have come meanwhile');
  const unspent = new Set(before.flatMap(({ isSpent, key }) => (isSpent ? [] : [nameOf(key)])));
  return { outputs, learned: outputs.filter(({ isSpent, key }) => isSpent && unspent.has(nameOf(key))) };
}

function nameOf(key: Uint8Array): string {
  return Buffer.from(key).toString('hex');
}
