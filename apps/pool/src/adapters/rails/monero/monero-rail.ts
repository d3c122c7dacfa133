import type {
  BuildOutcome,
  OutgoingAnswer,
  PaymentOrder,
  Rail,
  RailTerms,
  RefusedPayment,
} from '../../../domain/kernel/rail.ts';
import type { NodePoolKind } from '../../../domain/kernel/pool-kind.ts';
import { askAnswering } from '../ask-nodes.ts';
import { sendToEach } from '../send-verdicts.ts';
import { moneroFunds, moneroQuote } from './monero-funds.ts';
import { askTip } from './monero-node.ts';
import { PaymentBuilder, type PaymentBuilderOptions } from './payment-builder.ts';
import { networkOfKind } from '../../../domain/kernel/network-of-kind.ts';
import { isOwnProof, readProof } from './payment-proof.ts';
import { isOneOf, readAddress } from './read-address.ts';
import { Payers, type WatchedAccount } from './payers.ts';
import { sendTo } from './send-to.ts';
import { SentByPool } from './sent-by-pool.ts';
import { SpenderSearch } from './spender-search.ts';
import { knownAt, statusAt } from './transaction-status.ts';
import type { ViewWallet } from './view-wallet.ts';

export interface MoneroRailOptions extends PaymentBuilderOptions {
  readonly kind: NodePoolKind;
  /** Of replaced keys: nothing is paid from them, and what has left them is asked for. */
  readonly olderAccounts?: readonly WatchedAccount[];
  /** In ms. */
  readonly now: () => number;
}

const asset = 'XMR';
/** Sixteen outputs are the most, and one is the change. */
const payeesMax = 15;
/** A wallet that is more blocks off a node does not say all that has left it. */
const lagMax = 2;

const noReplacement =
  'Monero has no transaction that takes the place of another: a node keeps what it has, and refuses what spends the same; it waits for a block';

/**
 * Pays XMR through the operator's own nodes and a wallet that watches. The rail has no key: the wallet builds, a signer signs, and what came
 * of it is read from its bytes. Blocks of the nodes say what became of it: the wallet is not asked.
 */
export function moneroRail(options: MoneroRailOptions): Rail {
  const { kind, nodes, wallet, address, olderAccounts = [], confirmations, feeMax, signer, now } = options;
  const builder = new PaymentBuilder(options);
  const own = [{ address, wallet }, ...olderAccounts];
  const addresses = own.map((each) => each.address);
  const payers = new Payers(own);
  const sent = own.map(
    (account, at) => new SentByPool({ ...account, isOlder: at > 0 }, { signer, now, payers }),
  );
  const searches = new Map(nodes.map((node) => [node, new SpenderSearch(node)]));
  const terms: RailTerms = {
    payeesMax,
    confirmationsNeeded: confirmations,
    feeMax,
    feeAsset: asset,
    ownAddresses: addresses,
  };
  return {
    name: `xmr-${networkOfKind(kind)}`,
    kind,
    resend: 'same-bytes',
    isOrdered: false,
    networks: [asset],
    pays: (coin, on) => coin === asset && on === asset,
    terms: () => terms,
    noReplacement,
    funds: (_coin, _network, claimed) => moneroFunds(options, claimed),
    quote: () => moneroQuote(options, payeesMax),
    async build(orders, claimed): Promise<BuildOutcome> {
      const refused = orders.flatMap((order) => refusalOf(order, addresses) ?? []);
      if (refused.length > 0) return { kind: 'refused', payments: refused };
      if (orders.length > 1 && orders.some((order) => readAddress(order.address)?.kind === 'integrated'))
        throw new Error('an integrated address is paid alone');
      const built = await builder.build(orders, claimed);
      return 'bound' in built ? { kind: 'bound', payments: built.bound } : { kind: 'signed', ...built };
    },
    async sweep(order, claimed): Promise<BuildOutcome> {
      const refused = refusalOf(order, addresses) ?? (await ownRefusal(wallet, order));
      if (refused !== undefined) return { kind: 'refused', payments: [refused] };
      const built = await builder.sweep(order, claimed);
      return 'bound' in built ? { kind: 'bound', payments: built.bound } : { kind: 'signed', ...built };
    },
    async inspect({ bytes, proof }) {
      if (!isOwnProof(proof)) return 'unreadable';
      return payers.read(bytes, readProof(proof));
    },
    send: (_network, bytes) => sendToEach(nodes, (node) => sendTo(node, bytes)),
    lookUp: (_network, txid, proof) =>
      askAnswering(nodes, async (node) => {
        const tip = await askTip(node);
        if (!isOwnProof(proof))
          return { node: node.name, ...tip, status: await knownAt(node, txid, tip.height) };
        const { images, since } = readProof(proof);
        const search = searches.get(node) ?? new SpenderSearch(node);
        const question = { txid, images, since, height: tip.height, confirmationsNeeded: confirmations };
        return { node: node.name, ...tip, status: await statusAt(node, search, question) };
      }),
    async outgoing(since) {
      const asked = await Promise.all(sent.map(async (each) => ({ each, had: await each.had() })));
      return askAnswering(nodes, async (node): Promise<OutgoingAnswer> => {
        const { height, isSynced } = await askTip(node);
        const left = await Promise.all(asked.map(({ each, had }) => each.since(node, had, since, height)));
        const isRead = asked.every(({ had }) => Math.abs(had.read - height) <= lagMax);
        const transactions = left.flat();
        return { network: asset, node: node.name, height, isSynced: isSynced && isRead, transactions };
      });
    },
  };
}

/** Why a payment can never be made; undefined where it can. */
function refusalOf({ payoutId, address }: PaymentOrder, own: readonly string[]): RefusedPayment | undefined {
  const payee = readAddress(address);
  if (payee === undefined)
    return { payoutId, reason: 'INVALID_ADDRESS', why: `${address} is no address that can be paid` };
  return isOneOf(payee, own) ? { payoutId, reason: 'INVALID_ADDRESS', why: isOurs(address) } : undefined;
}

/** Of a further address of the pool's account only its wallet knows whose it is: what goes there would be in two places. */
async function ownRefusal(
  wallet: ViewWallet,
  { payoutId, address }: PaymentOrder,
): Promise<RefusedPayment | undefined> {
  if (!(await wallet.hasAddress(address))) return undefined;
  return { payoutId, reason: 'INVALID_ADDRESS', why: isOurs(address) };
}

function isOurs(address: string): string {
  return `${address} is an address of the pool itself`;
}
