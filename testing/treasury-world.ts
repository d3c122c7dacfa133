import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { anvilAccounts, anvilKeys, deployTokenData, tokenModes, transferTokenData } from './anvil-node.ts';
import { AnvilPair } from './anvil-pair.ts';
import { LitecoinNodes } from './litecoin-nodes.ts';
import { MoneroNodes } from './monero-nodes.ts';
import { MoneroWallet } from './monero-wallet.ts';
import { watchingRails } from './paid-asset.ts';
import type { PaidNetworks } from './rehearsed-pool.ts';
import { SignerProcess } from './signer-process.ts';
import { coins, StandInAccount } from './stand-in-account.ts';
import { keyText, StandInExchange, type StandInKey } from './stand-in-exchange.ts';
import { StandInWallets } from './stand-in-wallets.ts';
import type { Reached } from './test-network.ts';

/** Blocks that make a payment final. */
const confirmations = 2;
/** What of its own the pool begins with: rewards of Litecoin and Monero, and smallest units of the token. */
const own = { litecoinRewards: 4, moneroRewards: 2, tokenUnits: 500_000n } as const;
const tokenSupply = 10n ** 15n;

/** Sample prices are what the pool converts at: the offers of the stand-in are a tenth of a percent from them. */
const markets = [
  { base: 'LTC', quote: 'USD', bid: coins('127.87'), ask: coins('128.13'), offered: coins('1000') },
  { base: 'XMR', quote: 'USD', bid: coins('231.77'), ask: coins('232.23'), offered: coins('1000') },
  { base: 'WBTC', quote: 'USD', bid: coins('102197'), ask: coins('102403'), offered: coins('100') },
];

/** Everything around the pool of a rehearsal of the treasury: chains, wallets, signer, and the stand-in for an exchange. */
export interface TreasuryWorld {
  readonly litecoin: LitecoinNodes;
  readonly monero: MoneroNodes;
  readonly anvils: AnvilPair;
  /** The contract of WBTC. */
  readonly token: string;
  readonly signer: SignerProcess;
  /** The pool's own, which only watches. */
  readonly view: MoneroWallet;
  readonly wallets: StandInWallets;
  readonly exchange: StandInExchange;
  readonly rails: NonNullable<PaidNetworks['rails']>;
}

/**
 * @param folder that is there, for what the signer keeps
 * @param now the clock of the exchange
 */
export async function openTreasuryWorld(folder: string, now: () => number): Promise<TreasuryWorld> {
  const [litecoin, monero, { anvils, token }] = await Promise.all([
    LitecoinNodes.start(1),
    MoneroNodes.start(1),
    anvilsWithToken(),
  ]);
  const wallets = await StandInWallets.start(litecoin, monero);
  wallets.useToken(anvils, token);
  const signer = await SignerProcess.start(folder, {
    evm: { key: anvilKeys[1], token },
    hasMonero: true,
    sweepTo: [wallets.addresses.get('LTC') ?? ''],
    moneroSweepTo: [wallets.addresses.get('XMR') ?? ''],
  });
  wallets.own = signer.address;
  const [rails] = await Promise.all([
    giveLitecoin(litecoin, signer),
    // A payment hides among sixteen outputs that are old enough.
    giveMonero(monero, signer.monero.address),
  ]);
  const view = await MoneroWallet.start(monero.one.url, signer.monero, false);
  await wallets.begin();
  const account = new StandInAccount(now, markets);
  const exchange = await StandInExchange.start({ account, now, depositAddresses: wallets.addresses });
  return { litecoin, monero, anvils, token, signer, view, wallets, exchange, rails };
}

export async function closeTreasuryWorld(world: TreasuryWorld): Promise<void> {
  const { exchange, wallets, view, signer, anvils, litecoin, monero } = world;
  await exchange.close();
  await Promise.all([wallets.close(), view.close(), signer.close(), anvils.close()]);
  await Promise.all([litecoin.close(), monero.close()]);
}

/** Rewards of the pool's address that can be spent, on blocks that have everything that a block of the real chain has. */
async function giveLitecoin(
  nodes: LitecoinNodes,
  signer: SignerProcess,
): Promise<NonNullable<PaidNetworks['rails']>> {
  await nodes.mineToPresent();
  // Calls that name no wallet need the only one.
  await nodes.one.ask('unloadwallet', 'pool');
  const rails = await watchingRails(nodes, signer, confirmations);
  await nodes.one.ask('generatetoaddress', own.litecoinRewards, signer.address);
  await nodes.mine(101);
  return rails;
}

async function giveMonero(nodes: MoneroNodes, address: string): Promise<void> {
  await nodes.one.ask('generateblocks', { amount_of_blocks: own.moneroRewards, wallet_address: address });
  await nodes.mine(90);
}

/** Two anvils with WBTC, of which the pool's account has a little and the exchange the rest. */
async function anvilsWithToken(): Promise<{ readonly anvils: AnvilPair; readonly token: string }> {
  const anvils = await AnvilPair.start(Date.now());
  const [exchange, account] = anvilAccounts;
  const code = deployTokenData(8, tokenModes.honest, tokenSupply);
  const deployed = await anvils.send({ from: exchange, data: code });
  await anvils.mine(1, Date.now());
  const token = (await anvils.one.mined(deployed)).contractAddress;
  await anvils.send({ from: exchange, to: token, data: transferTokenData(account, own.tokenUnits) });
  await anvils.mine(1, Date.now());
  return { anvils, token };
}

/** What `openlode.yaml` says. */
export function poolFile(world: TreasuryWorld): unknown {
  const { litecoin, monero, anvils, token, signer, view, rails } = world;
  const litecoins = [litecoin.one, litecoin.two].map(reachOf);
  const moneros = [monero.one, monero.two].map(reachOf);
  const { address } = signer.monero;
  const evm = {
    network: 'ETH',
    account: anvilAccounts[1],
    signer: signer.socket,
    nodes: [
      { name: 'one', url: anvils.one.url },
      { name: 'two', url: anvils.two.url },
    ],
    tokens: [{ coin: 'WBTC', contract: token }],
    confirmations,
  };
  return {
    kind: 'regtest',
    chains: [
      { coin: 'LTC', address: signer.address, nodes: litecoins },
      { coin: 'XMR', address, nodes: moneros },
    ],
    rails,
    evm: [evm],
    monero: { address, signer: signer.socket, nodes: moneros, wallet: { url: view.url }, confirmations },
    floats: [
      { coin: 'LTC', target: 5, ceiling: 200 },
      { coin: 'XMR', target: 5, ceiling: 200 },
      { coin: 'WBTC', network: 'ETH', target: 0.005, ceiling: 1 },
    ],
  };
}

function reachOf({ name, url, loginFile }: Reached): Readonly<Record<string, string>> {
  return { name, url, ...(loginFile !== undefined && { login: loginFile }) };
}

/** The settings of an account at the exchange, with three keys; what the pool plans to trade it sends. */
export async function exchangeSettings(
  folder: string,
  url: string,
): Promise<Readonly<Record<string, string>>> {
  const fileOf = async (key: StandInKey): Promise<string> => {
    const path = join(folder, `key-${key}`);
    await writeFile(path, keyText(key), { mode: 0o600 });
    return path;
  };
  return {
    OPENLODE_EXCHANGE_KRAKEN_URL: url,
    OPENLODE_EXCHANGE_KRAKEN_KEY_FILE: await fileOf('watch'),
    OPENLODE_EXCHANGE_KRAKEN_TRADE_KEY_FILE: await fileOf('trade'),
    OPENLODE_EXCHANGE_KRAKEN_WITHDRAW_KEY_FILE: await fileOf('withdraw'),
    OPENLODE_EXCHANGE_KRAKEN_WITHDRAW_TO: 'LTC=pool-ltc:0.002, WBTC@ETH=pool-wbtc:0.0002',
    OPENLODE_TRADE_BY_ITSELF: 'send',
    OPENLODE_TRADE_CAP_ORDER: '20000',
    OPENLODE_TRADE_CAP_HOUR: '50000',
    OPENLODE_TRADE_CAP_DAY: '100000',
    OPENLODE_TRANSFER_CAP_DAY: '50000',
  };
}
