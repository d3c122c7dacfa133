import { getAddress, isAddress } from 'viem/utils';
import type {
  BuildOutcome,
  BytesOnNetwork,
  DecodedPayment,
  OutgoingAnswer,
  OutgoingTransaction,
  PaymentOrder,
  Rail,
  RailTerms,
  RefusedPayment,
} from '../../../domain/kernel/rail.ts';
import type { NodePoolKind } from '../../../domain/kernel/pool-kind.ts';
import { askAnswering } from '../ask-nodes.ts';
import { onlyOne } from '../only-one.ts';
import { sendToEach } from '../send-verdicts.ts';
import { type EvmToken, ledgerAmount, PaidAssets } from './assets.ts';
import { evmFunds, evmQuote } from './evm-funds.ts';
import { askPrices } from './ask-situation.ts';
import { askTip, type EvmNode } from './evm-node.ts';
import { isTooLow } from './gas-price.ts';
import { rememberBriefly } from './remember-briefly.ts';
import { chainIdOf, networkOfKind, requireDepth } from '../../../domain/kernel/network-of-kind.ts';
import { type EvmNetwork, leastDepthOn } from './evm-networks.ts';
import type { PaymentBuilderOptions } from './builder-options.ts';
import { finalBlock } from './final-block.ts';
import { PaymentBuilder } from './payment-builder.ts';
import { claimOf, isOwnProof, readProof } from './payment-proof.ts';
import { readPayment } from './read-transaction.ts';
import { sendTo } from './send-to.ts';
import { SentByAccount } from './sent-by-account.ts';
import { knownAt, statusAt } from './transaction-status.ts';

export interface EvmRailOptions
  extends Pick<PaymentBuilderOptions, 'account' | 'signer' | 'reservations' | 'gasPriceMax' | 'feeMax'> {
  readonly facts: EvmNetwork;
  readonly kind: NodePoolKind;
  /** Two at least are needed to build, and to settle. */
  readonly nodes: readonly EvmNode[];
  readonly tokens: readonly EvmToken[];
  /** Of replaced keys, in lower case: nothing is paid from them, and what has left them is asked for. */
  readonly olderAccounts?: readonly string[];
  /** Blocks on a payment, its own counted, that make it final. */
  readonly confirmations: number;
}

/**
 * Pays the coin of an EVM network and tokens on it from one account, through the operator's own nodes. The rail has no key: it chooses number,
 * gas and price, and a signer builds and signs. Each payment is a transaction of its own.
 *
 * @throws RangeError where fewer blocks would make a payment final than the network needs
 */
export function evmRail(options: EvmRailOptions): Rail {
  const { facts, kind, nodes, account, olderAccounts = [], confirmations, feeMax } = options;
  const { network, asset, rollup } = facts;
  requireDepth(network, confirmations, leastDepthOn(facts, kind));
  const chainId = chainIdOf(facts, kind);
  const finality = { facts, kind, confirmations };
  const assets = new PaidAssets(asset, options.tokens);
  const builder = new PaymentBuilder({ ...options, network, asset, chainId, assets, rollup });
  const asking = rememberBriefly(() => askPrices({ nodes, chainId, account }));
  const own: readonly string[] = [account, ...olderAccounts];
  const sent = nodes.map((node) => ({
    name: node.name,
    byAccount: own.map((each) => new SentByAccount(node, { network, chainId, account: each, finality })),
  }));
  const moneyOptions = { ...options, assets };
  const terms: RailTerms = {
    confirmationsNeeded: confirmations,
    feeMax,
    feeAsset: asset,
    ownAddresses: own.map((each) => getAddress(each)),
  };
  return {
    name: `${network.toLowerCase()}-${networkOfKind(kind)}`,
    kind,
    resend: 'same-bytes',
    isOrdered: true,
    networks: [network],
    pays: (coin, on) => on === network && assets.has(coin),
    terms: () => terms,
    funds: (coin) => evmFunds(moneyOptions, coin),
    quote: (coin) => evmQuote(moneyOptions, coin),
    async build(orders, claimed): Promise<BuildOutcome> {
      const order = onlyOne(orders);
      const refused = refusalOf(order, own, assets);
      if (refused !== undefined) return { kind: 'refused', payments: [refused] };
      return builder.build(order, claimed);
    },
    async sweep(order, claimed): Promise<BuildOutcome> {
      const refused = refusalOf(order, own, assets);
      return refused === undefined ? builder.sweep(order, claimed) : { kind: 'refused', payments: [refused] };
    },
    signedSweep: (order) => builder.signedSweep(order),
    forgetSweep: (order) => builder.forgetSweep(order),
    replace: async (orders, attempts) => builder.replace(onlyOne(orders), attempts.map(bytesOf)),
    cancel: async (orders, attempts) => builder.cancel(onlyOne(orders), attempts.map(bytesOf)),
    async waitsFor({ bytes }) {
      const payment = await readPayment(bytes);
      if (payment === undefined) return undefined;
      const asked = await asking();
      if (isTooLow(payment, asked.prices)) return 'price';
      return asked.next.every((next) => BigInt(next) < payment.nonce) ? 'earlier' : undefined;
    },
    inspect: async ({ bytes }) => inspectPayment(bytes, { network, asset, chainId, own, assets }),
    send: (_network, bytes) => sendToEach(nodes, ({ rpc }) => sendTo(rpc, bytes)),
    lookUp: (_network, txid, proof) =>
      askAnswering(nodes, async ({ name, rpc }) => {
        const tip = await askTip(rpc, chainId);
        if (!isOwnProof(proof)) return { node: name, ...tip, status: await knownAt(rpc, txid) };
        const status = await statusAt(rpc, {
          txid,
          proof: readProof(proof),
          height: tip.height,
          confirmationsNeeded: confirmations,
          final: await finalBlock(rpc, finality, tip.height),
          facts,
        });
        return { node: name, ...tip, status };
      }),
    outgoing: (since) =>
      askAnswering(sent, async ({ name: node, byAccount }): Promise<OutgoingAnswer> => {
        return { network, node, ...(await askLeft(byAccount, own, since)) };
      }),
  };
}

function bytesOf({ bytes }: Pick<BytesOnNetwork, 'bytes'>): Uint8Array {
  return bytes;
}

interface Inspecting {
  readonly network: string;
  /** The coin of the network. */
  readonly asset: string;
  readonly chainId: bigint;
  /** The accounts of the pool, in lower case. */
  readonly own: readonly string[];
  readonly assets: PaidAssets;
}

async function inspectPayment(
  bytes: Uint8Array,
  { network, asset, chainId, own, assets }: Inspecting,
): Promise<DecodedPayment | 'unreadable'> {
  const payment = await readPayment(bytes);
  if (payment === undefined || payment.chainId !== chainId || !own.includes(payment.account))
    return 'unreadable';
  const token = payment.token === undefined ? undefined : assets.ofContract(payment.token);
  // What a token is worth that is not paid here is not known.
  if (payment.token !== undefined && token === undefined) return 'unreadable';
  const output = {
    address: getAddress(payment.payee),
    memo: '',
    asset: token?.coin ?? asset,
    amount: ledgerAmount(payment.units, token),
  };
  return {
    network,
    txid: payment.txid,
    outputs: [output],
    claims: [claimOf(payment.account, payment.nonce)],
    fee: { asset, amount: payment.gas * payment.pricePerGas },
  };
}

/** What has left the accounts of the pool, the one that pays first, as one node has it. */
async function askLeft(
  [newest, ...older]: readonly SentByAccount[],
  own: readonly string[],
  since: number,
): Promise<Pick<OutgoingAnswer, 'height' | 'isSynced' | 'transactions'>> {
  if (newest === undefined) throw new Error('a rail pays from an account');
  const [{ tip, transactions }, ...others] = await Promise.all([
    newest.since(since),
    ...older.map((each) => each.since(since)),
  ]);
  const left = others.flatMap((each) => each.transactions).filter((each) => !isMove(each, own));
  return { ...tip, transactions: [...transactions, ...left] };
}

/** What a replaced key's account sends to another of the pool's pays no one. */
function isMove({ proof }: OutgoingTransaction, own: readonly string[]): boolean {
  const { account, payee } = readProof(proof);
  return payee !== account && own.includes(payee);
}

/** Of no key: things are sent there to be gone. */
const noAccount = /^0x0{40}$/;

/** Why a payment can never be made; undefined where it can. */
function refusalOf(
  { payoutId, address }: PaymentOrder,
  own: readonly string[],
  assets: PaidAssets,
): RefusedPayment | undefined {
  const refuse = (why: string): RefusedPayment => ({ payoutId, reason: 'INVALID_ADDRESS', why });
  const plain = address.toLowerCase();
  // Small letters alone carry no checksum, and are taken by viem.
  if (!isAddress(plain, { strict: false }) || address !== getAddress(plain) || noAccount.test(plain))
    return refuse(`${address} is no address that can be paid`);
  if (own.includes(plain)) return refuse(`${address} is the account of the pool itself`);
  if (assets.ofContract(plain) !== undefined)
    return refuse(`${address} is the contract of a token, which would keep what it is sent`);
  return undefined;
}
