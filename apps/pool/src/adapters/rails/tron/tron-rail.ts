import type {
  BuildOutcome,
  DecodedPayment,
  OutgoingAnswer,
  PaymentOrder,
  Rail,
  RailTerms,
  RefusedPayment,
} from '../../../domain/kernel/rail.ts';
import { networkOfKind } from '../../../domain/kernel/network-of-kind.ts';
import { askAnswering } from '../ask-nodes.ts';
import { onlyOne } from '../only-one.ts';
import { sendToEach } from '../send-verdicts.ts';
import { amountOf, type TronToken } from './assets.ts';
import { confirmationsNeeded } from './ask-situation.ts';
import { feeMost } from './fee-most.ts';
import { PaymentBuilder, type PaymentBuilderOptions } from './payment-builder.ts';
import { claimOf, isOwnProof, readProof } from './payment-proof.ts';
import { readPayment } from './read-payment.ts';
import { sendTo } from './send-to.ts';
import { SentByAccount, signedFrom } from './sent-by-account.ts';
import { knownAt, statusAt } from './transaction-status.ts';
import { accountAt, addressOf } from './tron-address.ts';
import { askTip } from './tron-node.ts';
import { tronFunds, tronQuote } from './tron-wallet.ts';

export type TronRailOptions = PaymentBuilderOptions;

const network = 'TRX';
const noReplacement =
  'a payment on TRON is over by itself with its end, ten minutes after it was signed: nothing takes its place';

/**
 * Pays TRX and tokens (TRC-20) from one account through the operator's own nodes. The rail has no key: it writes a payment that names a solidified block and an end, and a signer signs it. Each
 * payment is a transaction of its own.
 */
export function tronRail(options: TronRailOptions): Rail {
  const { kind, nodes, account, tokens, feeMax, signer, now } = options;
  const tokenOf = (coin: string): TronToken | undefined => tokens.find((each) => each.coin === coin);
  const builder = new PaymentBuilder(options);
  const sent = nodes.map((node) => ({ name: node.name, byAccount: new SentByAccount(node, options) }));
  const terms: RailTerms = {
    confirmationsNeeded,
    feeMax,
    feeAsset: 'TRX',
    ownAddresses: [addressOf(account)],
  };
  return {
    name: `tron-${networkOfKind(kind)}`,
    kind,
    resend: 'same-bytes',
    isOrdered: false,
    networks: [network],
    noReplacement,
    pays: (coin, on) => on === network && (coin === 'TRX' || tokenOf(coin) !== undefined),
    terms: () => terms,
    funds: (coin) => tronFunds(options, tokenOf(coin)),
    quote: (coin) => tronQuote(options, tokenOf(coin)),
    async build(orders, claimed): Promise<BuildOutcome> {
      const order = onlyOne(orders);
      const refused = refusalOf(order, options);
      return refused === undefined ? builder.build(order, claimed) : { kind: 'refused', payments: [refused] };
    },
    inspect: async ({ bytes }) => inspectPayment(bytes, options),
    send: (_network, bytes) => sendToEach(nodes, (node) => sendTo(node, bytes)),
    lookUp: (_network, txid, proof) =>
      askAnswering(nodes, async (node) => {
        const tip = await askTip(node, kind, now());
        const status = isOwnProof(proof)
          ? await statusAt(node, { txid, proof: readProof(proof), tip })
          : await knownAt(node, txid);
        return { node: node.name, height: tip.height, isSynced: tip.isSynced, status };
      }),
    async outgoing(since) {
      const signed = await signer.signedSince(signedFrom(since));
      return askAnswering(sent, async ({ name: node, byAccount }): Promise<OutgoingAnswer> => {
        const { tip, transactions } = await byAccount.since(since, signed);
        return { network, node, ...tip, transactions };
      });
    },
  };
}

function inspectPayment(
  bytes: Uint8Array,
  { account, tokens }: Pick<TronRailOptions, 'account' | 'tokens'>,
): DecodedPayment | 'unreadable' {
  const payment = readPayment(bytes);
  if (payment === undefined || payment.account !== account) return 'unreadable';
  const { txid, payee, amount, feeLimit = 0n } = payment;
  const token = tokens.find(({ contract }) => contract === payment.token);
  // What a token is worth that is not paid here is not known.
  if (payment.token !== undefined && token === undefined) return 'unreadable';
  const asset = token?.coin ?? 'TRX';
  return {
    network,
    txid,
    outputs: [{ address: addressOf(payee), memo: '', asset, amount: amountOf(amount, token) }],
    claims: [claimOf(txid)],
    fee: { asset: 'TRX', amount: amountOf(feeMost + feeLimit, undefined) },
  };
}

/** Why a payment can never be made; undefined where it can. */
function refusalOf(
  { payoutId, address, memo }: PaymentOrder,
  { account, tokens }: Pick<TronRailOptions, 'account' | 'tokens'>,
): RefusedPayment | undefined {
  const refuse = (why: string): RefusedPayment => ({ payoutId, reason: 'INVALID_ADDRESS', why });
  const payee = accountAt(address);
  if (payee === undefined) return refuse(`${address} is no address that can be paid`);
  if (payee === account) return refuse(`${address} is the account of the pool itself`);
  if (tokens.some(({ contract }) => contract === payee))
    return refuse(`${address} is the contract of a token, which would keep what it is sent`);
  return memo === '' ? undefined : refuse('payments on TRON have no memo');
}
