import { formatAmount } from '@openlode/money/amount';
import { WalletShort } from '../../../domain/kernel/wallet-short.ts';
import { amountOf, type TronToken } from './assets.ts';
import { least, type Situation } from './ask-situation.ts';
import { heldOfToken } from './call-contract.ts';
import { dearestFee, usualFee } from './judge-payee.ts';
import type { TronPayment } from './read-payment.ts';
import { tokenBytesFee } from './try-token.ts';
import { accountOn, askInfo } from './tron-node.ts';

/** What a payment needs. */
export interface Need {
  /** 21 bytes in hex. */
  readonly account: string;
  readonly token: TronToken | undefined;
  /** In sun, or the smallest unit of the token. */
  readonly amount: bigint;
  /** In sun: the most that the network takes. */
  readonly fee: bigint;
}

/**
 * Throws where the account holds too little beside what waits: of TRX, which each payment costs, and of a token. What is in no block yet is spent, whether nodes have counted
 * it off or not. Nodes are asked of what waits only where all of it would leave too little.
 *
 * @param open what was signed and may wait
 * @throws WalletShort
 */
export async function requireFunds(
  need: Need,
  situation: Situation,
  open: readonly TronPayment[],
): Promise<void> {
  const { nodes, fees, balance } = situation;
  const dearest = dearestFee(fees);
  const feeOf = ({ feeLimit }: TronPayment): bigint =>
    feeLimit === undefined ? dearest : feeLimit + tokenBytesFee(fees);
  const isEnough =
    (
      await missingOf(
        need,
        situation,
        open.map((each) => ({ ...each, fee: feeOf(each) })),
      )
    ).length === 0;
  if (isEnough) return;
  const waiting: Waiting[] = [];
  for (const each of open) {
    const infos = await Promise.all(nodes.map(({ node }) => askInfo(node, each.txid)));
    if (infos.every((info) => info !== undefined)) continue;
    const fee =
      each.token === undefined && (await isOpened(each.payee, nodes)) ? usualFee(fees) : feeOf(each);
    waiting.push({ ...each, fee });
  }
  // What is in a block by now was perhaps not counted off before.
  const now = least(
    await Promise.all(nodes.map(async ({ node }) => (await accountOn(node, need.account))?.balance ?? 0n)),
  );
  const missing = await missingOf(need, { nodes, balance: now < balance ? now : balance }, waiting);
  const [first] = missing;
  if (first === undefined) return;
  throw new WalletShort(`${first} are missing beside what is being paid and what that costs`);
}

interface Waiting extends Pick<TronPayment, 'token' | 'amount'> {
  readonly fee: bigint;
}

/** What is missing, in words: of TRX first, without which nothing is executed. */
async function missingOf(
  { account, token, amount, fee }: Need,
  { nodes, balance }: Pick<Situation, 'nodes' | 'balance'>,
  waiting: readonly Waiting[],
): Promise<readonly string[]> {
  const spentOf = (contract: string | undefined): bigint =>
    sumOf(waiting.filter((each) => each.token === contract).map((each) => each.amount));
  const fees = sumOf(waiting.map((each) => each.fee));
  const ofTrx = fee + fees + spentOf(undefined) + (token === undefined ? amount : 0n) - balance;
  const missing = ofTrx > 0n ? [`${formatAmount(amountOf(ofTrx, undefined))} TRX`] : [];
  if (token === undefined) return missing;
  const held = least(await Promise.all(nodes.map(({ node }) => heldOfToken(node, token, account))));
  const ofToken = amount + spentOf(token.contract) - held;
  return ofToken > 0n ? [...missing, `${formatAmount(amountOf(ofToken, token))} ${token.coin}`] : missing;
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, each) => sum + each, 0n);
}

async function isOpened(payee: string, nodes: Situation['nodes']): Promise<boolean> {
  const states = await Promise.all(nodes.map(({ node }) => accountOn(node, payee)));
  return states.every((each) => each !== undefined);
}
