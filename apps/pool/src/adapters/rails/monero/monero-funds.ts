import type { Funds, Quote } from '../../../domain/kernel/funds.ts';
import { answerOf } from '../../chains/monero/node-state.ts';
import { wholeNumber } from '../../chains/nodes/node-answers.ts';
import { valueOf } from '../../chains/nodes/node-protocol.ts';
import { askEach } from '../ask-nodes.ts';
import { askImages, askTip, type MoneroNode } from './monero-node.ts';
import type { PaymentBuilderOptions } from './payment-builder.ts';
import { claimOf } from './payment-proof.ts';
import { transactionWeight } from './transaction-weight.ts';
import { ledgerUnits } from './units.ts';
import type { WalletOutput } from './view-wallet.ts';
import { heightOfWallet } from './wallet-height.ts';

type FundsOptions = Pick<
  PaymentBuilderOptions,
  'address' | 'nodes' | 'wallet' | 'reservations' | 'confirmations' | 'feeMax'
>;

const asset = 'XMR';

/**
 * What the wallet can spend now, and what later: what is locked or too young. Nothing is said to the wallet by this: images of outputs are
 * brought to it where payments are compared, so that what left unseen is noticed there.
 *
 * @throws Error where that is not known: the wallet or all nodes are behind, the image of an output is missing, or what a payment gives back
 *   that waits for a block
 */
export async function moneroFunds(options: FundsOptions, claimed: readonly string[]): Promise<Funds> {
  const { wallet, nodes, reservations, confirmations } = options;
  const height = await heightOfWallet(options);
  const outputs = (await wallet.outputs()).filter(({ isSpent }) => !isSpent);
  if (outputs.some(({ image }) => image === ''))
    throw new Error('the wallet does not know what of it is spent: payments are compared first');
  const spent = await spentAtAny(nodes, outputs);
  const reserved = await reservations.read(asset, []);
  const taken = new Set([...claimed, ...reserved.others]);
  const free = outputs.filter(({ image }) => !spent.has(image) && !taken.has(claimOf(image)));
  const missing = free.map((output) => Math.max(0, output.height + confirmations - 1 - height));
  const spendable = sumOf(free.filter(({ isUnlocked }, at) => isUnlocked && missing[at] === 0));
  const waiting = sumOf(free) - spendable;
  // It counts no output that it is not to spend, as are all but those of the payment that was built last.
  const isCounted = free.every(({ isUnlocked, isFrozen }) => isUnlocked || !isFrozen);
  const blocks = isCounted ? await wallet.blocksToUnlock() : undefined;
  const { alone, agreed = alone } = await moneroQuote(options, 1);
  return {
    spendable: spendable * ledgerUnits,
    waiting: waiting * ledgerUnits,
    ...(waiting > 0n && blocks !== undefined && { waitingBlocks: Math.max(blocks, ...missing) }),
    fee: agreed < options.feeMax ? agreed : options.feeMax,
  };
}

/**
 * What payments cost now out of one output, with change: by the dearest answer of the nodes, for the lowest of the four prices, which wallets
 * take as long as blocks have room. Of several in one transaction one mostly has a further address.
 */
export async function moneroQuote(
  { nodes, feeMax }: Pick<FundsOptions, 'nodes' | 'feeMax'>,
  payees: number,
): Promise<Quote> {
  const { answers, silent } = await askEach(nodes, askPrice);
  const [dearest, second] = answers.toSorted((a, b) => (a < b ? 1 : -1));
  if (dearest === undefined) throw new Error(`no node says what a transaction costs: ${silent.join('; ')}`);
  const costOf = (price: bigint, many: number): bigint =>
    price * transactionWeight(1, many + 1, many > 1) * ledgerUnits;
  return {
    feeAsset: asset,
    alone: costOf(dearest, 1),
    together: (costOf(dearest, payees) + BigInt(payees) - 1n) / BigInt(payees),
    payees,
    ...(second !== undefined && { agreed: costOf(second, 1) }),
    cap: feeMax,
    rate: `${dearest} units of 10^-12 for a byte`,
  };
}

/** In 10^-12 XMR for a byte. A node of another chain says nothing of this one. */
async function askPrice(node: MoneroNode): Promise<bigint> {
  await askTip(node);
  const answer = answerOf(valueOf(await node.rpc.call('get_fee_estimate', {})), 'get_fee_estimate');
  return BigInt(wholeNumber(answer, 'fee'));
}

/** What blocks of any node that answers have spent. */
async function spentAtAny(
  nodes: readonly MoneroNode[],
  outputs: readonly WalletOutput[],
): Promise<ReadonlySet<string>> {
  const images = outputs.map(({ image }) => image);
  const { answers, silent } = await askEach(nodes, (node) => askImages(node, images));
  if (answers.length === 0) throw new Error(`no node says what is spent: ${silent.join('; ')}`);
  if (answers.some((states) => states.includes('waiting')))
    throw new Error('a payment waits for a block, and what it gives back is not known before');
  return new Set(images.filter((_image, at) => answers.some((states) => states[at] !== 'free')));
}

function sumOf(outputs: readonly WalletOutput[]): bigint {
  return outputs.reduce((sum, { value }) => sum + value, 0n);
}
