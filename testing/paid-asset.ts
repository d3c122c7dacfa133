import {
  anvilAccounts,
  anvilKeys,
  deployTokenData,
  tokenBalanceData,
  tokenModes,
  transferTokenData,
} from './anvil-node.ts';
import { AnvilPair } from './anvil-pair.ts';
import type { LitecoinNodes } from './litecoin-nodes.ts';
import { MoneroNodes } from './monero-nodes.ts';
import { payees } from './monero-payments.ts';
import { MoneroWallet } from './monero-wallet.ts';
import type { PaidNetworks } from './rehearsed-pool.ts';
import { SignerProcess } from './signer-process.ts';
import type { PayingNodes } from './test-network.ts';

/** Blocks that make a payment final, and its coins old enough. */
const confirmations = 2;

/** What a rehearsal pays, and where. */
export interface PaidAsset {
  /** How the miner logs in: what it is paid, and to which address. */
  readonly miner: string;
  /** Other miners, as they log in. */
  readonly others: readonly string[];
  /** Settings beside the file. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where blocks pay to; the signer's address of Litecoin where it is left out. */
  readonly address?: string;
  readonly signer: SignerProcess;
  /** What the settings say of where payouts leave. */
  readonly paid: PaidNetworks;
  /** What payouts have brought to the miner, in units of 10^-8, by the word of blocks. */
  received(): Promise<bigint>;
  /** The nodes through which it is paid, where they are not those of the chain that is mined. */
  readonly nodes?: PayingNodes;
  /** Blocks on top of payments, where they are not those that are mined anyway. */
  bury(blocks: number): Promise<void>;
  close(): Promise<void>;
}

/** Other miners: an address as they spell it, and its script, which is the same on every network. */
const otherPayees = [
  ['LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9', '76a914729fd0f4200e2e4e0064d2422c6fe462279fc77388ac'],
  ['MTvnA4CN73ry7c65wEuTSaKzb2pNKHB4n1', 'a914dbb0eb830307d0c4f117bf58c3de5c576f4899b187'],
] as const;
/** Of the miner, a witness key hash, and of the others. */
const scripts = ['0014751e76e8199196d454941c45d1b3a323f1433bd6', ...otherPayees.map(([, script]) => script)];

/** Litecoin, out of wallets that only watch. */
export async function paidLitecoin(
  nodes: LitecoinNodes,
  folder: string,
  options: Parameters<typeof SignerProcess.start>[1] = {},
): Promise<PaidAsset> {
  const signer = await SignerProcess.start(folder, options);
  const rails = await watchingRails(nodes, signer);
  return {
    miner: 'LTC:ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
    others: otherPayees.map(([address]) => `LTC:${address}`),
    signer,
    paid: { rails },
    async received() {
      const both = await Promise.all(
        [nodes.one, nodes.two].map(async (node) => {
          const { unspents } = await node.ask<{ unspents: { amount: number }[] }>(
            'scantxoutset',
            'start',
            scripts.map((script) => `raw(${script})`),
          );
          return unspents.reduce((sum, { amount }) => sum + BigInt(Math.round(amount * 1e8)), 0n);
        }),
      );
      const [left, right] = both;
      if (left === undefined || left !== right) throw new Error(`the nodes do not agree: ${both.join(', ')}`);
      return left;
    },
    bury: async () => undefined,
    close: async () => undefined,
  };
}

/** Wallets that watch the signer's key of Litecoin, as the settings name them. */
export async function watchingRails(
  nodes: LitecoinNodes,
  { address, socket }: SignerProcess,
  depth = confirmations,
): Promise<NonNullable<PaidNetworks['rails']>> {
  for (const node of [nodes.one, nodes.two])
    await node.ask('createwallet', 'watch', true, true, '', false, false, true);
  await watchAddress(nodes, address);
  return [{ coin: 'LTC', wallet: 'watch', signer: socket, confirmations: depth }];
}

/** Has the wallets watch an address that nothing has come to. */
export async function watchAddress(nodes: LitecoinNodes, address: string): Promise<void> {
  const watched = { scriptPubKey: { address }, timestamp: 0, watchonly: true, label: 'pool' };
  for (const node of [nodes.one, nodes.two]) await node.ask('importmulti', [watched], { rescan: false });
}

const tokenPayees = ['35', '36', '37'].map((byte) => `0x${byte.repeat(20)}`);

/**
 * WBTC, a token of eight decimals, on a chain of its own on two anvils; its answer to a payment is empty, as that of some tokens in use.
 */
export async function paidToken(nodes: LitecoinNodes, folder: string): Promise<PaidAsset> {
  const pair = await AnvilPair.start(Date.now());
  const [deployer, account] = anvilAccounts;
  const supply = 10n ** 15n;
  const data = deployTokenData(8, tokenModes.quiet, supply);
  const deployed = await pair.send({ from: deployer, data });
  await pair.mine(1, Date.now());
  const token = (await pair.one.mined(deployed)).contractAddress;
  // Nothing but payouts is to leave the account.
  await pair.send({ from: deployer, to: token, data: transferTokenData(account, supply) });
  await pair.mine(1, Date.now());
  const signer = await SignerProcess.start(folder, { evm: { key: anvilKeys[1], token } });
  const held = async (node: AnvilPair['one']): Promise<bigint> => {
    let sum = 0n;
    for (const payee of tokenPayees)
      sum += BigInt(
        await node.ask<string>('eth_call', { to: token, data: tokenBalanceData(payee) }, 'latest'),
      );
    return sum;
  };
  return {
    miner: `WBTC:${tokenPayees[0]}`,
    others: tokenPayees.slice(1).map((payee) => `WBTC:${payee}`),
    signer,
    nodes: {
      two: {
        signal: () => pair.two.close(),
        start: () => pair.restart('two'),
      },
      join: async () => undefined,
    },
    paid: {
      rails: await watchingRails(nodes, signer),
      evm: [
        {
          network: 'ETH',
          account,
          signer: signer.socket,
          nodes: [
            { name: 'one', url: pair.one.url },
            { name: 'two', url: pair.two.url },
          ],
          tokens: [{ coin: 'WBTC', contract: token }],
          confirmations,
        },
      ],
    },
    async received() {
      const [one, two] = [await held(pair.one), await held(pair.two)];
      if (one !== two) throw new Error(`the nodes do not agree: ${one}, ${two}`);
      return one;
    },
    // Nothing rests there: as many as make a payment final, and one more.
    bury: (blocks) => pair.mine(Math.min(blocks, confirmations + 1), Date.now()),
    close: () => pair.close(),
  };
}

/** Blocks on which nothing of a payment is locked any more. */
const unlocking = 12;

/** Monero, out of rewards that two monerods gave to the signer's account. */
export async function paidMonero(nodes: LitecoinNodes, folder: string): Promise<PaidAsset> {
  const signer = await SignerProcess.start(folder, { hasMonero: true });
  // A payment hides among sixteen outputs that are old enough.
  const monero = await MoneroNodes.start(30);
  for (const blocks of [10, 10])
    await monero.one.ask('generateblocks', {
      amount_of_blocks: blocks,
      wallet_address: signer.monero.address,
    });
  await monero.mine(60);
  const view = await MoneroWallet.start(monero.one.url, signer.monero);
  const paid = { address: payees.primary, viewkey: payees.viewKey };
  const [left, right] = [
    await MoneroWallet.start(monero.one.url, paid, false),
    await MoneroWallet.start(monero.two.url, paid, false),
  ];
  return {
    miner: `XMR:${payees.primary}`,
    others: [payees.further, payees.integrated].map((address) => `XMR:${address}`),
    signer,
    nodes: monero,
    paid: {
      rails: await watchingRails(nodes, signer),
      monero: {
        address: signer.monero.address,
        signer: signer.socket,
        nodes: [monero.one, monero.two].map(({ name, url }) => ({ name, url })),
        wallet: { url: view.url, login: view.loginFile },
        confirmations,
      },
    },
    async received() {
      const [one, two] = [await left.received(), await right.received()];
      if (one !== two) throw new Error(`the nodes do not agree: ${one}, ${two}`);
      return one / 10_000n;
    },
    bury: (blocks) => monero.mine(Math.min(blocks, unlocking)),
    async close() {
      await Promise.all([view.close(), left.close(), right.close()]);
      await monero.close();
    },
  };
}
