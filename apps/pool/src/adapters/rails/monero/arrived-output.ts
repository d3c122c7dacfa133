import type { ArrivedOutput, OutputName } from '../../../domain/kernel/arrivals.ts';
import { UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import { arrivalAtNodes } from '../arrival-at-nodes.ts';
import { askImages, askTip, askTransactions, type MoneroNode } from './monero-node.ts';
import { ownOutputs } from './own-outputs.ts';
import { isSame } from './open-output.ts';
import type { MoneroSigner } from './signer.ts';
import { ledgerUnits } from './units.ts';
import type { ViewWallet, WalletOutput } from './view-wallet.ts';
import { heightOfWallet } from './wallet-height.ts';

/**
 * Whether one output is the pool's own, to spend, unspent, and this many blocks deep: by the wallet, which alone sees whose it is and what it is worth,
 * and by nodes, which have its transaction. One that does not have it so decides.
 *
 * @throws Error where fewer than two nodes answer, or the wallet is not in step with them
 */
export async function arrivedMonero(
  { txid, output: index }: OutputName,
  parts: {
    readonly nodes: readonly MoneroNode[];
    readonly wallet: ViewWallet;
    readonly signer: Pick<MoneroSigner, 'keyImages' | 'signedAs'>;
    readonly address: string;
    /** Those that watch accounts of replaced keys. */
    readonly olderWallets?: readonly ViewWallet[];
    readonly confirmations: number;
  },
): Promise<ArrivedOutput> {
  const { nodes, wallet, signer, olderWallets = [], confirmations } = parts;
  // Whatever wallets know: one of a replaced key that was made again has no images of what has left it.
  if ((await signer.signedAs(txid)) !== undefined)
    return { kind: 'not-arrived', why: "the pool's own signer has signed its transaction" };
  await heightOfWallet(parts);
  const { outputs } = await ownOutputs(wallet, signer);
  const own = outputs.filter((each) => each.txid === txid);
  const older = new Set<string>();
  for (const each of olderWallets) for (const { image } of await each.outputs()) older.add(image);
  return arrivalAtNodes(nodes, (node) => readOutput(node, own, { txid, index, confirmations, older }));
}

async function readOutput(
  node: MoneroNode,
  own: readonly WalletOutput[],
  {
    txid,
    index,
    confirmations,
    older,
  }: {
    readonly txid: string;
    readonly index: number;
    readonly confirmations: number;
    /** Images of what older accounts of the pool had. */
    readonly older: ReadonlySet<string>;
  },
): Promise<ArrivedOutput> {
  const missing = (why: string): ArrivedOutput => ({ kind: 'not-arrived', why });
  const tip = await askTip(node);
  if (!tip.isSynced) throw new UnreadableAnswer('it is behind, or alone');
  const transaction = (await askTransactions(node, [txid])).get(txid);
  if (transaction === undefined) return missing('no node has its transaction');
  if (transaction.height === undefined) return missing('it waits for a block');
  if (transaction.read === undefined)
    return missing('it is the reward of a block, or of a form that is not read here');
  const key = transaction.read.outputs[index]?.key;
  if (key === undefined) return missing('its transaction has no such output');
  // Money is in one of them alone, and a wallet knows it by the key.
  if (transaction.read.outputs.filter((each) => isSame(each.key, key)).length > 1)
    return missing('its transaction has another output of the same key');
  const output = own.find((each) => isSame(each.key, key));
  if (output === undefined) return missing('it pays no address of the wallet');
  if (transaction.read.images.some((image) => older.has(image)))
    return missing('it comes from an older account of the pool');
  const [state] = await askImages(node, [output.image]);
  if (output.isSpent || state !== 'free') return missing('it is spent');
  const depth = tip.height - transaction.height + 1;
  if (depth < confirmations) return missing(`it is ${depth} blocks deep, and ${confirmations} are needed`);
  // The wallets hold it from then on: before, what came in could not be told from what is booked under another name.
  if (!output.isUnlocked)
    return missing(
      `it is ${depth} blocks deep, and cannot be spent yet: outputs rest for ten blocks, or as long as their transaction says`,
    );
  return { kind: 'arrived', amount: output.value * ledgerUnits };
}
