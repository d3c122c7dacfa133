import type {
  BuildOutcome,
  DecodedPayment,
  PaymentOrder,
  Rail,
  RailTerms,
  RefusedPayment,
} from '../../../domain/kernel/rail.ts';
import { networkOfKind, requireDepth } from '../../../domain/kernel/network-of-kind.ts';
import { askAnswering } from '../ask-nodes.ts';
import { onlyOne } from '../only-one.ts';
import { sendToEach } from '../send-verdicts.ts';
import { network, PaymentBuilder, type PaymentBuilderOptions } from './payment-builder.ts';
import { claimOf, isOwnProof, readProof } from './payment-proof.ts';
import { isReserved, readAddress } from './read-address.ts';
import { readPayment } from './read-transaction.ts';
import { sendTo } from './send-to.ts';
import { SentByAccount } from './sent-by-account.ts';
import { leastSlots, ledgerAmount } from './solana-facts.ts';
import { solanaFunds, solanaQuote } from './solana-funds.ts';
import { askTip } from './solana-node.ts';
import { knownAt, statusAt } from './transaction-status.ts';

export interface SolanaRailOptions extends PaymentBuilderOptions {
  /** Slots on a finalized payment, its own counted, that make it final. */
  readonly confirmations: number;
}

/**
 * Pays SOL from one account, through the operator's own nodes, each payment under the value of one nonce account: it stays good until that value is used, by it or by
 * another one, and never can be afterwards. The rail has no key: it writes what is to be signed, and a signer reads and signs it.
 *
 * @throws RangeError where fewer slots would make a payment final than the network needs
 */
export function solanaRail(options: SolanaRailOptions): Rail {
  const { kind, nodes, account, confirmations, feeMax } = options;
  requireDepth(network, confirmations, leastSlots(kind));
  const builder = new PaymentBuilder(options);
  const sent = nodes.map((node) => ({ name: node.name, byAccount: new SentByAccount(node, kind, account) }));
  const terms: RailTerms = {
    confirmationsNeeded: confirmations,
    feeMax,
    feeAsset: network,
    ownAddresses: [account],
  };
  const buildOne = async (
    as: 'sign' | 'sweep',
    order: PaymentOrder,
    claimed: readonly string[],
  ): Promise<BuildOutcome> => {
    const refused = refusalOf(order, options);
    return refused === undefined
      ? builder.build(as, order, claimed)
      : { kind: 'refused', payments: [refused] };
  };
  return {
    name: `sol-${networkOfKind(kind)}`,
    kind,
    resend: 'same-bytes',
    isOrdered: true,
    networks: [network],
    pays: (coin, on) => coin === network && on === network,
    terms: () => terms,
    funds: () => solanaFunds(options),
    quote: () => solanaQuote(options),
    build: async (orders, claimed) => buildOne('sign', onlyOne(orders), claimed),
    sweep: (order, claimed) => buildOne('sweep', order, claimed),
    signedSweep: (order) => builder.signedSweep(order),
    forgetSweep: (order) => builder.forgetSweep(order),
    cancel: async (orders, attempts) =>
      builder.cancel(
        onlyOne(orders),
        attempts.map(({ bytes }) => bytes),
      ),
    inspect: async ({ bytes }) => inspectPayment(bytes, account),
    send: (_network, bytes) => sendToEach(nodes, ({ rpc }) => sendTo(rpc, bytes)),
    lookUp: (_network, txid, proof) =>
      askAnswering(nodes, async ({ name, rpc }) => {
        const tip = await askTip(rpc, kind);
        const status = isOwnProof(proof)
          ? await statusAt(rpc, { txid, proof: readProof(proof), height: tip.height })
          : await knownAt(rpc, txid);
        return { node: name, ...tip, status };
      }),
    outgoing: (since) =>
      askAnswering(sent, async ({ name: node, byAccount }) => {
        const { tip, transactions } = await byAccount.since(since);
        return { network, node, ...tip, transactions };
      }),
  };
}

function inspectPayment(bytes: Uint8Array, account: string): DecodedPayment | 'unreadable' {
  const payment = readPayment(bytes);
  if (payment?.account !== account) return 'unreadable';
  const { txid, transfer, fee } = payment;
  const { payee, lamports } = transfer ?? { payee: account, lamports: 0n };
  return {
    network,
    txid,
    outputs: [{ address: payee, memo: '', asset: network, amount: ledgerAmount(lamports) }],
    claims: [claimOf(payment)],
    fee: { asset: network, amount: ledgerAmount(fee) },
  };
}

/** Why a payment can never be made; undefined where it can. */
function refusalOf(
  { payoutId, address, memo }: PaymentOrder,
  { account, nonceAccount }: Pick<SolanaRailOptions, 'account' | 'nonceAccount'>,
): RefusedPayment | undefined {
  const refuse = (why: string): RefusedPayment => ({ payoutId, reason: 'INVALID_ADDRESS', why });
  if (readAddress(address) === undefined || isReserved(address))
    return refuse(`${address} is no address that can be paid`);
  if (address === account || address === nonceAccount)
    return refuse(`${address} is an account of the pool itself`);
  return memo === '' ? undefined : refuse('payments of SOL carry no memo');
}
