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
import { ledgerAmount } from './units.ts';

export type TronRailOptions = PaymentBuilderOptions;

const network = 'TRX';
const noReplacement =
  'a payment of TRX is over by itself with its end, ten minutes after it was signed: nothing takes its place';

/**
 * Pays TRX from one account through the operator's own nodes. The rail has no key: it writes a payment that names a solidified block and an end, and a signer signs it. Each
 * payment is a transaction of its own.
 */
export function tronRail(options: TronRailOptions): Rail {
  const { kind, nodes, account, feeMax, signer, now } = options;
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
    pays: (coin, on) => coin === 'TRX' && on === network,
    terms: () => terms,
    funds: () => tronFunds(options),
    quote: () => tronQuote(options),
    async build(orders, claimed): Promise<BuildOutcome> {
      const order = onlyOne(orders);
      const refused = refusalOf(order, account);
      return refused === undefined ? builder.build(order, claimed) : { kind: 'refused', payments: [refused] };
    },
    inspect: async ({ bytes }) => inspectPayment(bytes, account),
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

function inspectPayment(bytes: Uint8Array, account: string): DecodedPayment | 'unreadable' {
  const payment = readPayment(bytes);
  if (payment === undefined || payment.account !== account) return 'unreadable';
  const { txid, payee, amount } = payment;
  return {
    network,
    txid,
    outputs: [{ address: addressOf(payee), memo: '', asset: 'TRX', amount: ledgerAmount(amount) }],
    claims: [claimOf(txid)],
    fee: { asset: 'TRX', amount: ledgerAmount(feeMost) },
  };
}

/** Why a payment can never be made; undefined where it can. */
function refusalOf({ payoutId, address, memo }: PaymentOrder, account: string): RefusedPayment | undefined {
  const refuse = (why: string): RefusedPayment => ({ payoutId, reason: 'INVALID_ADDRESS', why });
  const payee = accountAt(address);
  if (payee === undefined) return refuse(`${address} is no address that can be paid`);
  if (payee === account) return refuse(`${address} is the account of the pool itself`);
  return memo === '' ? undefined : refuse('payments of TRX have no memo');
}
