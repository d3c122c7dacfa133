import type {
  BuildOutcome,
  DecodedPayment,
  InvalidationProof,
  OutgoingAnswer,
  PaymentOrder,
  Rail,
  RailTerms,
  RefusedPayment,
} from '../../../domain/kernel/rail.ts';
import type { CoinReservations } from '../../../domain/kernel/coin-reservations.ts';
import { minersPrefixes, type RailFacts } from '../../chains/bitcoin/chain-facts.ts';
import { kindOfNetwork, type Network } from '../../../domain/kernel/network-of-kind.ts';
import { hex } from '../../chains/nodes/node-answers.ts';
import { valueOf } from '../../chains/nodes/node-protocol.ts';
import { askAnswering } from '../ask-nodes.ts';
import { sendToEach } from '../send-verdicts.ts';
import { type AddressBook, addressBook } from './address-book.ts';
import { unitOf } from './amounts.ts';
import { bitcoinFunds, bitcoinQuote } from './bitcoin-funds.ts';
import { cancelPayment } from './cancel-payment.ts';
import { besidePayouts } from '../beside-payouts.ts';
import type { FeeRates } from './fee-rate.ts';
import { dustOf, PaymentBuilder } from './payment-builder.ts';
import { readProof } from './payment-proof.ts';
import { PreviousTransactions } from './previous-transactions.ts';
import { askTip, type RailNode, requireWatching } from './rail-node.ts';
import { readPayment } from './read-payment.ts';
import { readTransaction } from './read-transaction.ts';
import { sendVerdict } from './send-verdict.ts';
import { sentByWallet } from './sent-by-wallet.ts';
import type { Signer } from './signer.ts';
import { SpenderSearch } from './spender-search.ts';
import { statusAt } from './transaction-status.ts';

export interface BitcoinRailOptions {
  readonly facts: RailFacts;
  readonly network: Network;
  /** At least one; several are witnesses of each other, and with one alone nothing is ever settled. */
  readonly nodes: readonly RailNode[];
  /** The pool's own addresses: its coins lie there, and change goes to the first. */
  readonly own: readonly [string, ...string[]];
  readonly signer: Signer;
  readonly reservations: CoinReservations;
  readonly rates: FeeRates;
  /** The most that the network may take for one payment, in units of the ledger. */
  readonly feeMax: bigint;
  /** Blocks on a payment, its own counted, that make it final; a coin is spent no earlier. */
  readonly confirmations: number;
}

const sendMs = 20_000;
/** The journal keeps the bytes once for each payment: 50 of 31 bytes make 85 KB. */
const payeesMax = 50;

/**
 * Pays on a chain of Bitcoin's family through the operator's own nodes, whose wallets watch and cannot spend. The rail has no key: it builds, and
 * a signer signs. Nothing that it has built is ever replaced.
 *
 * @throws RangeError where an own address is none of the network, or of a kind that is not spent
 */
export function bitcoinRail(options: BitcoinRailOptions): Rail {
  const { facts, network, nodes, confirmations, feeMax } = options;
  const { asset } = facts;
  const { [network]: own } = facts.networks;
  const addresses = addressBook(options.own, own.addresses, minersPrefixes(facts));
  const previous = new PreviousTransactions(nodes);
  const building = { ...options, addresses, previous };
  const builder = new PaymentBuilder(building);
  const sweeper = new PaymentBuilder({
    ...building,
    signer: sweepingSigner(options.signer),
    reservations: besidePayouts(options.reservations),
  });
  const unit = unitOf(facts);
  const reading = { asset, network: asset, addresses, previous, unit, form: facts.form };
  const statuses = statusReader(options, addresses, (bytes) => readPayment(reading, bytes, []));
  const least = dustOf(facts) * unit;
  const terms: RailTerms = {
    payeesMax,
    confirmationsNeeded: confirmations,
    feeMax,
    feeAsset: asset,
    ownAddresses: options.own,
  };
  return {
    name: `${asset.toLowerCase()}-${network}`,
    kind: kindOfNetwork(network),
    resend: 'same-bytes',
    isOrdered: false,
    networks: [asset],
    pays: (coin, on) => coin === asset && on === asset,
    terms: () => terms,
    funds: (_coin, _network, claimed) => bitcoinFunds({ ...options, addresses, previous }, claimed),
    quote: () => bitcoinQuote({ ...options, addresses }, payeesMax),
    async build(orders, claimed): Promise<BuildOutcome> {
      const refused = orders.flatMap((order) => refusalOf(order, addresses, least) ?? []);
      if (refused.length > 0) return { kind: 'refused', payments: refused };
      const built = await builder.build(orders, claimed);
      return 'bound' in built ? { kind: 'bound', payments: built.bound } : { kind: 'signed', ...built };
    },
    async sweep(order, claimed): Promise<BuildOutcome> {
      const refused = refusalOf(order, addresses, least);
      if (refused !== undefined) return { kind: 'refused', payments: [refused] };
      const built = await sweeper.build([order], claimed);
      return 'bound' in built ? { kind: 'bound', payments: built.bound } : { kind: 'signed', ...built };
    },
    cancel: (orders, attempts) => cancelPayment(building, orders, attempts),
    inspect: ({ bytes, proof }) => readPayment(reading, bytes, readProof(proof).spelled),
    spellings: {
      of: (address) => addresses.allSpellings(address),
      keep: (proof, spelled) => ({ ...proof, spelled: spelled.join(' ') }),
    },
    async send(_network, bytes) {
      const raw = Buffer.from(bytes).toString('hex');
      return sendToEach(nodes, async ({ rpc }) =>
        sendVerdict(await rpc.call('sendrawtransaction', [raw], { withinMs: sendMs })),
      );
    },
    lookUp: (_network, txid, proof) =>
      askAnswering(nodes, async (node) => ({
        node: node.name,
        ...(await askTip(node.rpc, facts, network)),
        status: await statuses(node, txid, proof),
      })),
    outgoing: (since) =>
      askAnswering(nodes, async (node): Promise<OutgoingAnswer> => {
        const tip = await askTip(node.rpc, facts, network);
        await requireWatching(node.wallet, options.own);
        const transactions = await sentByWallet(node, asset, addresses, since, tip.height);
        return { network: asset, node: node.name, ...tip, transactions };
      }),
  };
}

function sweepingSigner(signer: Signer): Signer {
  return {
    sign: (request) => signer.sweep(request),
    sweep: (request) => signer.sweep(request),
    cancel: (request) => signer.cancel(request),
    signedFor: (order) => signer.signedFor(order),
  };
}

/** Why a payment can never be made; undefined where it can. */
function refusalOf(
  { payoutId, address, amount }: PaymentOrder,
  addresses: AddressBook,
  least: bigint,
): RefusedPayment | undefined {
  const script = addresses.scriptOf(address);
  if (script === undefined)
    return { payoutId, reason: 'INVALID_ADDRESS', why: `${address} is no address that can be paid` };
  if (addresses.isOwn(script))
    return { payoutId, reason: 'INVALID_ADDRESS', why: `${address} is an address of the pool itself` };
  if (amount < least)
    return { payoutId, reason: 'REFUSED', why: 'the network takes no payment that is so small' };
  return undefined;
}

type AskStatus = (node: RailNode, txid: string, proof: InvalidationProof) => ReturnType<typeof statusAt>;

function statusReader(
  { nodes, confirmations, facts }: BitcoinRailOptions,
  addresses: Pick<AddressBook, 'coins'>,
  read: (bytes: Uint8Array) => Promise<DecodedPayment | 'unreadable'>,
): AskStatus {
  const searches = new Map(nodes.map((node) => [node, new SpenderSearch(node.rpc)]));
  /** The network takes what the bytes of a transaction say, and those have its id and are named as the pool names it. */
  const feeOf = async ({ rpc, form }: RailNode, txid: string, id: string, block: string): Promise<bigint> => {
    const raw = valueOf(await rpc.call('getrawtransaction', [id, false, block]));
    const bytes = hex({ raw }, 'raw');
    const payment = await read(bytes);
    if (payment === 'unreadable' || payment.txid !== txid || readTransaction(bytes, form).txid !== id)
      throw new Error(`the node gives another transaction for ${id}`);
    return payment.fee.amount;
  };
  return (node, txid, proof) => {
    // Of another kind of network, on which the coin is paid too: the id is none of this one.
    if (!/^[0-9a-f]{64}$/.test(txid)) return Promise.resolve({ kind: 'absent' });
    const { coins, since, id } = readProof(proof);
    // Named by its effect, what a block has under an id must never count as another one. Of Nexa the effect is what blocks know it by.
    if (addresses.coins === 'key-hash' && facts.form !== 'nexa' && id === undefined)
      throw new Error(`the proof of ${txid} names no id of its bytes`);
    const search = searches.get(node) ?? new SpenderSearch(node.rpc);
    return statusAt(node, search, {
      txid,
      id,
      coins,
      since,
      confirmationsNeeded: confirmations,
      feeOf: (known, block) => feeOf(node, txid, known, block),
    });
  };
}
