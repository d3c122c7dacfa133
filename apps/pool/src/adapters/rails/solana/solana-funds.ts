import { formatAmount } from '@openlode/money/amount';
import type { Funds, Quote } from '../../../domain/kernel/funds.ts';
import { askEach } from '../ask-nodes.ts';
import type { AskedAccounts } from './ask-situation.ts';
import { network } from './payment-builder.ts';
import { askLeastKept, askTip } from './solana-node.ts';
import { feeOf, lamportsPerSignature, ledgerAmount } from './solana-facts.ts';
import { solanaWallet } from './solana-wallet.ts';
import { agreedPrice, askPrice, cappedPrice, unitsOfPayment } from './unit-price.ts';

export interface SolanaFundsOptions extends AskedAccounts {
  readonly feeMax: bigint;
}

/** What can be paid out of the account: what every account has to keep cannot. */
export async function solanaFunds(options: SolanaFundsOptions): Promise<Funds> {
  const [amounts, { alone }, kept] = await Promise.all([
    solanaWallet(options, options.nodes).amounts(),
    solanaQuote(options),
    askKept(options),
  ]);
  const spendable = (amounts.get(network) ?? 0n) - kept;
  return { spendable: spendable > 0n ? spendable : 0n, waiting: 0n, fee: alone };
}

/** What a payment costs at what others offer now: a signature, and its units at their price, used or not. */
export async function solanaQuote(options: SolanaFundsOptions): Promise<Quote> {
  const { nodes, kind, account, nonceAccount, feeMax } = options;
  const { answers, silent } = await askEach(nodes, async ({ rpc }) => {
    await askTip(rpc, kind);
    return askPrice(rpc, [account, nonceAccount]);
  });
  if (answers.length === 0) throw new Error(`no node says what payments offer: ${silent.join('; ')}`);
  const unitPrice = cappedPrice(agreedPrice(answers), feeMax / ledgerAmount(1n));
  const alone = ledgerAmount(feeOf({ units: unitsOfPayment, unitPrice }));
  return {
    feeAsset: network,
    alone,
    together: alone,
    payees: 1,
    ...(answers.length > 1 && { agreed: alone }),
    cap: feeMax,
    rate: `${formatAmount(ledgerAmount(lamportsPerSignature))} SOL for its signature, and ${unitPrice} micro-lamports for each of ${unitsOfPayment} compute units`,
  };
}

/** The most that a node says. */
async function askKept({ nodes }: AskedAccounts): Promise<bigint> {
  const { answers, silent } = await askEach(nodes, ({ rpc }) => askLeastKept(rpc, 0));
  if (answers.length === 0) throw new Error(`no node says what an account has to keep: ${silent.join('; ')}`);
  return ledgerAmount(answers.reduce((most, each) => (each > most ? each : most)));
}
