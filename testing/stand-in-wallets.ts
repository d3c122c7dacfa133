import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { anvilAccounts, tokenBalanceData, transferTokenData } from './anvil-node.ts';
import type { AnvilPair } from './anvil-pair.ts';
import { freePorts } from './free-port.ts';
import { mainnetAddress } from './litecoin-address.ts';
import { LitecoinNode, type LitecoinNodes } from './litecoin-nodes.ts';
import type { MoneroNodes } from './monero-nodes.ts';
import { payer } from './monero-payments.ts';
import { MoneroWallet } from './monero-wallet.ts';
import { printed, type StandInAccount, type StandInTransfer } from './stand-in-account.ts';

/** Blocks after which the exchange credits what came in, and says that what went out is over. */
const depth = { LTC: 2, XMR: 3, WBTC: 2 } as const;
/** Blocks whose rewards are the exchange's own. */
const ownBlocks = 10;

const unitsOfSatoshi = 10n ** 10n;
const unitsOfAtomic = 10n ** 6n;
const nodeReadyMs = 60_000;

interface Received {
  readonly category: string;
  readonly address: string;
  readonly amount: number;
  readonly confirmations: number;
  readonly txid: string;
}

/** Where the stand-in for an exchange has its coins: a node of Litecoin and a wallet of Monero of its own, and an account of an EVM network. */
export class StandInWallets {
  /** Where it takes what comes in, by coin. */
  readonly addresses: ReadonlyMap<'LTC' | 'XMR', string>;
  /** What it had before anything came in, and what networks took for what it has sent, by coin; in units of 10^-18. */
  readonly began = new Map<string, bigint>();
  readonly fees = new Map<string, bigint>();
  /** The pool's address of Litecoin as its nodes spell it; known once its signer has started, which first has to know `addresses`. */
  own = '';
  readonly #folder: string;
  readonly #litecoin: LitecoinNode;
  readonly #peers: LitecoinNodes;
  readonly #monero: MoneroWallet;
  readonly #moneroNodes: MoneroNodes;
  #token: { readonly pair: AnvilPair; readonly contract: string } | undefined;
  /** The height at which a payment of Monero was first seen, by its transaction. */
  readonly #seenAt = new Map<string, number>();

  private constructor(
    folder: string,
    litecoin: { readonly node: LitecoinNode; readonly peers: LitecoinNodes },
    monero: { readonly nodes: MoneroNodes; readonly wallet: MoneroWallet },
    addresses: ReadonlyMap<'LTC' | 'XMR', string>,
  ) {
    this.#folder = folder;
    this.#litecoin = litecoin.node;
    this.#peers = litecoin.peers;
    this.#monero = monero.wallet;
    this.#moneroNodes = monero.nodes;
    this.addresses = addresses;
  }

  /** Litecoin is at a height at which blocks still pay 50: some of them become the exchange's own. */
  static async start(nodes: LitecoinNodes, monero: MoneroNodes): Promise<StandInWallets> {
    const folder = await mkdtemp(join(tmpdir(), 'openlode-exchange-'));
    const litecoin = new LitecoinNode('exchange', join(folder, 'litecoin'), await freePorts(2));
    litecoin.options = { addnode: `127.0.0.1:${nodes.one.peerPort}` };
    await litecoin.start();
    await litecoin.ask('createwallet', 'exchange');
    await nodes.one.ask('generatetoaddress', ownBlocks, await litecoin.ask('getnewaddress'));
    const address = await litecoin.ask<string>('getnewaddress', 'deposits', 'bech32');
    const account = { address: payer.address, viewkey: payer.viewKey, spendkey: payer.spendKey };
    const wallet = await MoneroWallet.start(monero.one.url, account, false);
    const [further = ''] = await wallet.newAddresses(1);
    const addresses = new Map([
      ['LTC', address],
      ['XMR', further],
    ] as const);
    return new StandInWallets(folder, { node: litecoin, peers: nodes }, { nodes: monero, wallet }, addresses);
  }

  /** @param contract of WBTC, of which the first account of anvil has all that the pool has not */
  useToken(pair: AnvilPair, contract: string): void {
    this.#token = { pair, contract };
  }

  /** Once it has the coins that it begins with. */
  async begin(): Promise<void> {
    await this.untilInStep();
    for (const [coin, amount] of await this.held()) this.began.set(coin, amount);
  }

  /** Its node of Litecoin has the newest block. */
  async untilInStep(): Promise<void> {
    for (const deadline = performance.now() + nodeReadyMs; performance.now() < deadline; await sleep(20)) {
      const [own, best] = await Promise.all(
        [this.#litecoin, this.#peers.one].map((node) => node.ask<string>('getbestblockhash')),
      );
      if (own === best) return;
    }
    throw new Error('the node of the exchange does not come into step');
  }

  /** What its wallets hold, by the chains; in units of 10^-18. */
  async held(): Promise<ReadonlyMap<string, bigint>> {
    const { mine } = await this.#litecoin.ask<{ mine: { trusted: number; immature: number } }>('getbalances');
    const litecoin = BigInt(Math.round((mine.trusted + mine.immature) * 1e8)) * unitsOfSatoshi;
    return new Map([
      ['LTC', litecoin],
      ['XMR', (await this.#monero.held()) * unitsOfAtomic],
      ['WBTC', await this.tokensOf(anvilAccounts[0])],
    ]);
  }

  /** What an account has of the token; in units of 10^-18. */
  async tokensOf(owner: string): Promise<bigint> {
    const { pair, contract } = this.#mustHaveToken();
    const data = tokenBalanceData(owner);
    const both = await Promise.all(
      [pair.one, pair.two].map((node) => node.ask<string>('eth_call', { to: contract, data }, 'latest')),
    );
    const [one, two] = both;
    if (one === undefined || one !== two) throw new Error(`the anvils do not agree: ${both.join(', ')}`);
    return BigInt(one) * unitsOfSatoshi;
  }

  /** Credits what has come in deep enough, sends what is to go out, once each, and says of it what its chain says. */
  async work(account: StandInAccount): Promise<void> {
    await this.#creditLitecoin(account);
    await this.#creditMonero(account);
    for (const transfer of account.transfers) {
      if (transfer.kind !== 'withdrawal' || transfer.isDone) continue;
      if (transfer.txid === '') transfer.txid = await this.#send(transfer);
      else transfer.isDone = await this.#isDeep(transfer);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#litecoin.signal('SIGKILL'), this.#monero.close()]);
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  async #creditLitecoin(account: StandInAccount): Promise<void> {
    const address = this.addresses.get('LTC') ?? '';
    const { transactions } = await this.#litecoin.ask<{ transactions: readonly Received[] }>(
      'listsinceblock',
    );
    for (const each of transactions) {
      if (each.category !== 'receive' || each.address !== address || each.confirmations < 1) continue;
      const amount = BigInt(Math.round(each.amount * 1e8)) * unitsOfSatoshi;
      note(account, { coin: 'LTC', address, amount, txid: each.txid }, each.confirmations >= depth.LTC);
    }
  }

  async #creditMonero(account: StandInAccount): Promise<void> {
    const { height } = await this.#moneroNodes.one.info();
    for (const { txid, address, amount } of await this.#monero.payments()) {
      const seenAt = this.#seenAt.get(txid) ?? height;
      this.#seenAt.set(txid, seenAt);
      const came = { coin: 'XMR', address, amount: amount * unitsOfAtomic, txid };
      note(account, came, height - seenAt + 1 >= depth.XMR);
    }
  }

  async #send({ coin, address, amount }: StandInTransfer): Promise<string> {
    if (coin === 'WBTC') {
      const { pair, contract } = this.#mustHaveToken();
      const data = transferTokenData(address, amount / unitsOfSatoshi);
      return pair.send({ from: anvilAccounts[0], to: contract, data });
    }
    if (coin !== 'LTC') throw new Error(`the exchange lets no ${coin} out`);
    const txid = await this.#litecoin.ask<string>(
      'sendtoaddress',
      this.#onTestNetwork(address),
      printed(amount),
    );
    const { fee, hex } = await this.#litecoin.ask<{ fee: number; hex: string }>('gettransaction', txid);
    // Nodes tell each other of a transaction when they please.
    await this.#peers.one.ask('sendrawtransaction', hex).catch(() => undefined);
    this.fees.set('LTC', (this.fees.get('LTC') ?? 0n) + BigInt(Math.round(-fee * 1e8)) * unitsOfSatoshi);
    return txid;
  }

  async #isDeep({ coin, txid }: StandInTransfer): Promise<boolean> {
    if (coin === 'LTC') {
      const { confirmations } = await this.#litecoin.ask<{ confirmations: number }>('gettransaction', txid);
      return confirmations >= depth.LTC;
    }
    const { pair } = this.#mustHaveToken();
    const receipt = await pair.one.ask<{ blockNumber: string } | null>('eth_getTransactionReceipt', txid);
    const height = Number(await pair.one.ask('eth_blockNumber'));
    return receipt !== null && height - Number(receipt.blockNumber) + 1 >= depth.WBTC;
  }

  /** The pool's address is registered as miners spell it, on the main network, which no node here reads. */
  #onTestNetwork(address: string): string {
    return address === mainnetAddress(this.own) ? this.own : address;
  }

  #mustHaveToken(): { readonly pair: AnvilPair; readonly contract: string } {
    if (this.#token === undefined) throw new Error('the exchange has no token');
    return this.#token;
  }
}

/** Each transaction is one deposit here: the pool pays an address once with each. */
function note(
  account: StandInAccount,
  { coin, address, amount, txid }: Pick<StandInTransfer, 'coin' | 'address' | 'amount' | 'txid'>,
  isDeep: boolean,
): void {
  const find = () => account.transfers.find((each) => each.kind === 'deposit' && each.txid === txid);
  if (find() === undefined) account.expect(coin, address, amount, txid);
  const known = find();
  if (isDeep && known?.isDone === false) account.credit(known);
}
