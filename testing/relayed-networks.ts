import { readFile } from 'node:fs/promises';
import { mainnetAddress } from './litecoin-address.ts';
import type { LitecoinNodes } from './litecoin-nodes.ts';
import { payees } from './monero-payments.ts';
import { MoneroNodes } from './monero-nodes.ts';
import { MoneroWallet, watched } from './monero-wallet.ts';
import { paidLitecoin } from './paid-asset.ts';
import { PayingPool } from './paying-pool.ts';
import type { PoolProcess } from './pool-process.ts';
import type { ScratchPostgres } from './scratch-postgres.ts';
import { SignerProcess } from './signer-process.ts';
import { askNode, type TestNetwork } from './test-network.ts';

/** An output that pays the relaying pool, as its wallet has it. */
export interface PaidOutput {
  readonly reference: string;
  /** In whole coins. */
  readonly amount: string;
}

/** Another pool, and where the relaying pool is paid by it. */
export interface RelayedNetwork {
  readonly coin: 'LTC' | 'XMR' | 'ETHW' | 'RVN';
  readonly algorithm: 'scrypt' | 'randomx' | 'ethash' | 'kawpow';
  /** The processes of the other pool, in the order in which they are tried, and where they record. */
  readonly others: readonly PoolProcess[];
  readonly databases: readonly ScratchPostgres[];
  /** How the relaying pool logs in at the other one. */
  readonly user: string;
  /** Of the relaying pool's file: its nodes, and where its wallet is. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Of the relaying pool's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Who mine there, as they log in. */
  readonly miners: readonly string[];
  readonly hashesPerSecondMax: number;
  /** Outputs that pay the relaying pool. */
  paidOutputs(): Promise<readonly PaidOutput[]>;
}

/** One whose other pool is on nodes, finds their blocks and pays with its signer. */
export interface PayingNetwork<Nodes extends TestNetwork = TestNetwork> extends RelayedNetwork {
  readonly paying: PayingPool<Nodes>;
}

/** Opens one: `opened` takes what has to be closed, the last first. */
export type OpenRelayedNetwork<Network extends RelayedNetwork = RelayedNetwork> = (
  server: string,
  folder: string,
  opened: (() => Promise<unknown>)[],
) => Promise<Network>;

const incomeWallet = 'income';
const confirmations = 2;

/** Litecoin: every second hash is a block. */
export const relayedLitecoin: OpenRelayedNetwork<PayingNetwork<LitecoinNodes>> = async (
  server,
  folder,
  opened,
) => {
  const signer = await SignerProcess.start(folder);
  opened.push(() => signer.close());
  const relay = `LTC:${mainnetAddress(signer.address)}`;
  const paying = await PayingPool.start(server, async (nodes, own) => ({
    ...(await paidLitecoin(nodes, own)),
    miner: relay,
  }));
  opened.push(() => paying.close());
  const both = [paying.nodes.one, paying.nodes.two];
  for (const node of both) {
    await node.ask('createwallet', incomeWallet, true, true, '', false, false, true);
    const { address } = signer;
    const own = { scriptPubKey: { address }, timestamp: 0, watchonly: true, label: 'pool' };
    const login = await readFile(node.loginFile, 'utf8');
    await askNode(`${node.url}/wallet/${incomeWallet}`, login, 'importmulti', [[own], { rescan: false }]);
  }
  const entries = both.map(({ name, url, loginFile }) => ({ name, url, login: loginFile }));
  return {
    coin: 'LTC',
    algorithm: 'scrypt',
    ...(await processesOf(paying)),
    paying,
    user: `${relay}.relay`,
    settings: {
      chains: [{ coin: 'LTC', mined: false, address: signer.address, nodes: entries }],
      rails: [{ coin: 'LTC', wallet: incomeWallet, signer: signer.socket, confirmations }],
    },
    miners: [
      'LTC:ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
      'LTC:LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9',
      'LTC:MTvnA4CN73ry7c65wEuTSaKzb2pNKHB4n1',
    ],
    hashesPerSecondMax: 0.6,
    async paidOutputs() {
      const { one } = paying.nodes;
      const login = await readFile(one.loginFile, 'utf8');
      const url = `${one.url}/wallet/${incomeWallet}`;
      type Unspent = { txid: string; vout: number; amount: number };
      const found = await askNode<Unspent[]>(url, login, 'listunspent', [2]);
      return found.map(({ txid, vout, amount }) => ({
        reference: `${txid}:${vout}`,
        amount: amount.toFixed(8),
      }));
    },
  };
};

/**
 * Hashes that a block of the test network takes, a share of the other pool and one of the relaying pool: the other one may ask for sixteen times
 * as many, and then for no more than a block takes. Held fixed: by their pace its shares would take twenty, and sixteen times that is refused.
 */
const [blockHashes, theirHashes, ownHashes] = [64, 4, 2] as const;

/** Monero: every second share of the relaying pool is one of the other pool. */
export const relayedMonero: OpenRelayedNetwork<PayingNetwork<MoneroNodes>> = async (
  server,
  folder,
  opened,
) => {
  const signer = await SignerProcess.start(folder, { hasMonero: true });
  opened.push(() => signer.close());
  const relay = `XMR:${signer.monero.address}`;
  // A payment hides among sixteen outputs that are old enough: they are by the time that its own is.
  const nodes = await MoneroNodes.start(50);
  await nodes.restartWith(blockHashes);
  const paying = await PayingPool.startOn(server, nodes, async (_nodes, own) => {
    const payer = await SignerProcess.start(own, { hasMonero: true });
    const view = await MoneroWallet.start(nodes.one.url, payer.monero);
    const { address } = payer.monero;
    nodes.account = payer.monero;
    return {
      miner: relay,
      others: [],
      address,
      signer: payer,
      nodes,
      paid: { monero: moneroSettings(nodes, view, { address, signer: payer.socket }) },
      env: { OPENLODE_STATIC_DIFFICULTY: `randomx:${theirHashes}` },
      received: () => Promise.resolve(0n),
      bury: async () => undefined,
      close: () => view.close(),
    };
  });
  opened.push(() => paying.close());
  const income = await MoneroWallet.start(nodes.one.url, signer.monero);
  opened.push(() => income.close());
  const seen = await MoneroWallet.start(nodes.one.url, signer.monero, false);
  opened.push(() => seen.close());
  const { address } = signer.monero;
  return {
    coin: 'XMR',
    algorithm: 'randomx',
    ...(await processesOf(paying)),
    paying,
    user: `${relay}.relay`,
    env: { OPENLODE_STATIC_DIFFICULTY: `randomx:${ownHashes}` },
    settings: {
      chains: [{ coin: 'XMR', mined: false, address, nodes: entriesOf(nodes) }],
      monero: moneroSettings(nodes, income, { address, signer: signer.socket }),
    },
    miners: [`XMR:${payees.primary}`, `XMR:${watched.address}`],
    hashesPerSecondMax: 1,
    async paidOutputs() {
      const found = await seen.payments();
      return Promise.all(
        found.map(async ({ txid, amount }) => ({
          reference: `${txid}:${await placeOf(nodes, txid, await seen.keysOf(txid))}`,
          amount: `${amount / 10n ** 12n}.${(amount % 10n ** 12n).toString().padStart(12, '0')}`,
        })),
      );
    },
  };
};

/** Two processes of one pool, so that the second address is another way to it. */
async function processesOf({ rehearsed }: PayingPool): Promise<Pick<RelayedNetwork, 'others' | 'databases'>> {
  return { others: [rehearsed.pool, await rehearsed.second()], databases: [rehearsed.database] };
}

function entriesOf({ one, two }: MoneroNodes): readonly { readonly name: string; readonly url: string }[] {
  return [one, two].map(({ name, url }) => ({ name, url }));
}

function moneroSettings(
  nodes: MoneroNodes,
  { url, loginFile }: MoneroWallet,
  own: { readonly address: string; readonly signer: string },
): Readonly<Record<string, unknown>> {
  return { ...own, nodes: entriesOf(nodes), wallet: { url, login: loginFile }, confirmations };
}

/** Which output of a transaction has one of these keys. */
async function placeOf({ one }: MoneroNodes, txid: string, keys: readonly string[]): Promise<number> {
  const response = await fetch(`${one.url}/get_transactions`, {
    method: 'POST',
    headers: { connection: 'close' },
    body: JSON.stringify({ txs_hashes: [txid], decode_as_json: true }),
  });
  const { txs = [] } = (await response.json()) as { readonly txs?: readonly { readonly as_json: string }[] };
  const { vout } = JSON.parse(txs[0]?.as_json ?? '{"vout":[]}') as {
    readonly vout: readonly { readonly target: { readonly tagged_key: { readonly key: string } } }[];
  };
  const place = vout.findIndex(({ target }) => keys.includes(target.tagged_key.key));
  if (place < 0) throw new Error(`no output of ${txid} is the wallet's`);
  return place;
}
