import type { Funds, Quote } from '../../../domain/kernel/funds.ts';
import { answerOf } from '../../chains/monero/node-state.ts';
import { wholeNumber } from '../../chains/nodes/node-answers.ts';
import { valueOf } from '../../chains/nodes/node-voice.ts';
import { askEach } from '../ask-nodes.ts';
import { askImages, type MoneroNode } from './monero-node.ts';
import type { PaymentBuilderOptions } from './payment-builder.ts';
import { claimOf } from './payment-proof.ts';
import { transactionWeight } from './transaction-weight.ts';
import { ledgerUnits } from './units.ts';
import type { WalletOutput } from './view-wallet.ts';

type FundsOptions = Pick<
  PaymentBuilderOptions,
  'address' | 'nodes' | 'wallet' | 'reservations' | 'confirmations' | 'feeMax'
>;

const asset = 'XMR';

/**
 * What the wallet can spend now, and what later: what is locked or too young, and outputs whose images the signer has not said yet. The change
 * of a payment counts once it is in a block. Nothing is said to the wallet by this: images are brought to it where payments are compared.
 */
export async function moneroFunds(options: FundsOptions, claimed: readonly string[]): Promise<Funds> {
  const { address, wallet, reservations, confirmations } = options;
  await wallet.requireWatching(address);
  const height = await wallet.refresh();
  const [outputs, blocks, reserved, { alone }] = [
    (await wallet.outputs()).filter(({ isSpent }) => !isSpent),
    await wallet.blocksToUnlock(),
    await reservations.read(asset, []),
    await moneroQuote(options, 1),
  ];
  const spent = await spentAtAny(options.nodes, outputs);
  const taken = new Set([...claimed, ...reserved.others]);
  const free = outputs.filter(({ image }) => !spent.has(image) && !taken.has(claimOf(image)));
  const missing = free.map((output) => Math.max(0, output.height + confirmations - 1 - height));
  const isReady = (output: WalletOutput, at: number): boolean =>
    output.isUnlocked && output.image !== '' && missing[at] === 0;
  const spendable = sumOf(free.filter(isReady));
  const waiting = sumOf(free) - spendable;
  return {
    spendable: spendable * ledgerUnits,
    waiting: waiting * ledgerUnits,
    ...(waiting > 0n && { waitingBlocks: Math.max(blocks, ...missing) }),
    fee: alone,
  };
}

/**
 * What payments cost now out of one output, with change: by the dearest answer of the nodes, for the lowest of the four prices, which wallets
 * take as long as blocks have room.
 */
export async function moneroQuote(
  { nodes, feeMax }: Pick<FundsOptions, 'nodes' | 'feeMax'>,
  payees: number,
): Promise<Quote> {
  const { answers, silent } = await askEach(nodes, askPrice);
  const [dearest, second] = answers.toSorted((a, b) => (a < b ? 1 : -1));
  if (dearest === undefined) throw new Error(`no node says what a transaction costs: ${silent.join('; ')}`);
  const costOf = (price: bigint, many: number): bigint =>
    price * transactionWeight(1, many + 1) * ledgerUnits;
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

/** In 10^-12 XMR for a byte. */
async function askPrice({ rpc }: MoneroNode): Promise<bigint> {
  const answer = answerOf(valueOf(await rpc.call('get_fee_estimate', {})), 'get_fee_estimate');
  return BigInt(wholeNumber(answer, 'fee'));
}

/** What any node that answers knows as spent, waiting or in a block. */
async function spentAtAny(
  nodes: readonly MoneroNode[],
  outputs: readonly WalletOutput[],
): Promise<ReadonlySet<string>> {
  const images = outputs.flatMap(({ image }) => (image === '' ? [] : [image]));
  const { answers, silent } = await askEach(nodes, (node) => askImages(node, images));
  if (answers.length === 0) throw new Error(`no node says what is spent: ${silent.join('; ')}`);
  return new Set(images.filter((_image, at) => answers.some((states) => states[at] !== 'free')));
}

function sumOf(outputs: readonly WalletOutput[]): bigint {
  return outputs.reduce((sum, { value }) => sum + value, 0n);
}
