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
import { isPayable } from './classic-address.ts';
import { OpenedAccounts } from './opened-accounts.ts';
import { PaymentBuilder, type PaymentBuilderOptions } from './payment-builder.ts';
import { claimOf, isOwnProof, readProof } from './payment-proof.ts';
import { readTag } from './read-payee.ts';
import { readPayment } from './read-payment.ts';
import { sendTo } from './send-to.ts';
import { SentByAccount } from './sent-by-account.ts';
import { confirmationsNeeded } from './ask-situation.ts';
import { knownAt, statusAt } from './transaction-status.ts';
import { ledgerAmount } from './units.ts';
import { askTip, networkIdOf } from './xrp-node.ts';
import { xrpFunds, xrpQuote } from './xrp-wallet.ts';

export type XrpRailOptions = PaymentBuilderOptions;

const network = 'XRP';
const noReplacement =
  'a payment of XRP is over by itself with its last ledger, some ten minutes after it was signed: nothing takes its place';

/**
 * Pays XRP from one account through the operator's own servers. The rail has no key: it chooses number, fee and last ledger, and a signer adds its
 * key and signs. Each payment is a transaction of its own, and one is open at a time.
 */
export function xrpRail(options: XrpRailOptions): Rail {
  const { kind, nodes, account, feeMax } = options;
  const builder = new PaymentBuilder(options);
  const opened = new OpenedAccounts(nodes, kind);
  const sent = nodes.map((node) => ({ name: node.name, byAccount: new SentByAccount(node, options) }));
  const terms: RailTerms = { confirmationsNeeded, feeMax, feeAsset: 'XRP', ownAddresses: [account] };
  return {
    name: `xrp-${networkOfKind(kind)}`,
    kind,
    resend: 'same-bytes',
    isOrdered: true,
    networks: [network],
    noReplacement,
    pays: (coin, on) => coin === 'XRP' && on === network,
    activated: (_network, address) => opened.isOpen(address, Date.now()),
    terms: () => terms,
    funds: () => xrpFunds(options),
    quote: () => xrpQuote(options),
    async build(orders, claimed): Promise<BuildOutcome> {
      const order = onlyOne(orders);
      const refused = refusalOf(order, account);
      return refused === undefined ? builder.build(order, claimed) : { kind: 'refused', payments: [refused] };
    },
    inspect: async ({ bytes }) => inspectPayment(bytes, options),
    send: (_network, bytes) => sendToEach(nodes, ({ rpc }) => sendTo(rpc, bytes)),
    lookUp: (_network, txid, proof) =>
      askAnswering(nodes, async ({ name, rpc }) => {
        const tip = await askTip(rpc, kind);
        const status = isOwnProof(proof)
          ? await statusAt(rpc, { txid, proof: readProof(proof), tip })
          : await knownAt(rpc, txid);
        return { node: name, height: tip.height, isSynced: tip.isSynced, status };
      }),
    outgoing: (since) =>
      askAnswering(sent, async ({ name: node, byAccount }): Promise<OutgoingAnswer> => {
        const { tip, transactions } = await byAccount.since(since);
        return { network, node, ...tip, transactions };
      }),
  };
}

function inspectPayment(
  bytes: Uint8Array,
  { account, kind }: Pick<XrpRailOptions, 'account' | 'kind'>,
): DecodedPayment | 'unreadable' {
  const payment = readPayment(bytes);
  if (payment === undefined || payment.account !== account || payment.networkId !== networkIdOf(kind))
    return 'unreadable';
  const { txid, payee, tag, amount, fee, sequence } = payment;
  return {
    network,
    txid,
    outputs: [{ address: payee, memo: tag?.toString() ?? '', asset: 'XRP', amount: ledgerAmount(amount) }],
    claims: [claimOf(account, sequence)],
    fee: { asset: 'XRP', amount: ledgerAmount(fee) },
  };
}

/** Why a payment can never be made; undefined where it can. */
function refusalOf({ payoutId, address, memo }: PaymentOrder, account: string): RefusedPayment | undefined {
  const refuse = (why: string): RefusedPayment => ({ payoutId, reason: 'INVALID_ADDRESS', why });
  if (!isPayable(address)) return refuse(`${address} is no address that can be paid`);
  if (address === account) return refuse(`${address} is the account of the pool itself`);
  if (readTag(memo) === false)
    return refuse(`${memo} is no destination tag: a whole number below 4294967296`);
  return undefined;
}
