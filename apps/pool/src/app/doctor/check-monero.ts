import { formatAmount } from '@openlode/money/amount';
import type { NetworkDescription } from '@openlode/signing/messages';
import type { MoneroNodeReport, ViewWalletReport } from '../../adapters/rails/monero/monero-wallet.ts';
import { ledgerUnits } from '../../adapters/rails/monero/units.ts';
import { askMonero, askMoneroWallet } from '../../adapters/rails/offered-monero.ts';
import { signerNetwork } from '../../domain/kernel/network-of-kind.ts';
import type { Config } from '../../config.ts';
import type { Diagnosis } from '../../edges/operator/contexts.ts';
import type { MoneroEntry } from '../../settings/monero-settings.ts';
import { type MoneroOnNodes, moneroOnNodes, moneroWalletOf } from '../open-monero.ts';
import { askNode } from './ask-node.ts';
import { askSigner, unknownNetwork, unlistedCold, unnamedAccounts } from './ask-signer.ts';
import { checkFloats } from './check-floats.ts';
import { ill, warning, well } from './diagnosis.ts';

/** Asks nodes, wallet and signer where XMR is paid; none in a sandbox. */
export async function checkMonero({ nodePool }: Pick<Config, 'nodePool'>): Promise<Diagnosis[]> {
  const monero = nodePool && moneroOnNodes(nodePool);
  if (monero === undefined) return [];
  try {
    const nodes = await Promise.all(monero.nodes.map(checkNode));
    const cold = nodePool?.floats?.find(({ network }) => network === 'XMR')?.cold;
    return [
      ...nodes,
      await checkWallet('wallet XMR', monero.entry, monero.wallet),
      ...(await Promise.all(
        monero.olderAccounts.map((each, at) =>
          checkWallet(`wallet XMR, older account ${at + 1}`, each, each.wallet),
        ),
      )),
      await checkSigner(monero.entry, cold),
      ...(await checkFloats(nodePool ?? {}, moneroWalletOf(monero))),
    ];
  } finally {
    monero.close();
  }
}

function checkNode(node: MoneroOnNodes['nodes'][number]): Promise<Diagnosis> {
  const subject = `payouts of XMR, node ${node.name}`;
  return askNode(subject, () => askMonero(node), judgeMoneroNode);
}

export function judgeMoneroNode(subject: string, { height, isSynced, fault }: MoneroNodeReport): Diagnosis {
  if (fault !== undefined) return ill(subject, fault, 'Nothing is paid through it until this has changed.');
  if (!isSynced)
    return ill(
      subject,
      `it is loading, behind or alone at block ${height}`,
      'Nothing is paid on its word meanwhile.',
    );
  return well(subject, `in step at block ${height}`);
}

async function checkWallet(
  subject: string,
  account: Parameters<typeof askMoneroWallet>[0],
  wallet: MoneroOnNodes['wallet'],
): Promise<Diagnosis> {
  try {
    return judgeViewWallet(subject, await askMoneroWallet(account, wallet));
  } catch (error) {
    return ill(subject, (error as Error).message, 'Start monero-wallet-rpc: nothing is paid without it.');
  }
}

export function judgeViewWallet(subject: string, { height, held, fault }: ViewWalletReport): Diagnosis {
  if (fault !== undefined) return ill(subject, fault, 'Nothing is paid through it until this has changed.');
  return well(subject, `watches ${formatAmount(held)} XMR at block ${height}, and can spend none of it`);
}

function checkSigner(entry: MoneroOnNodes['entry'], cold: string | undefined): Promise<Diagnosis> {
  const subject = 'signer XMR';
  const network = signerNetwork('XMR', entry.kind);
  return askSigner(subject, { socket: entry.signer, network }, (described) =>
    judgeMoneroSigner(subject, network, { ...entry, cold }, described),
  );
}

export function judgeMoneroSigner(
  subject: string,
  network: string,
  {
    address,
    olderAccounts = [],
    feeMax,
    cold,
  }: Pick<MoneroEntry, 'address' | 'olderAccounts' | 'feeMax'> & { readonly cold?: string | undefined },
  described: NetworkDescription | undefined,
): Diagnosis {
  if (described === undefined) return unknownNetwork(subject, network);
  // It signs with the newest one only.
  if (described.keys.at(-1)?.address !== address)
    return ill(subject, `its newest key is not that of ${address}`, 'Correct the address, or add its key.');
  if (cold !== undefined && !described.sweepTo.includes(cold)) return unlistedCold(subject, cold);
  const most = described.limits.fee * ledgerUnits;
  if (most < feeMax)
    return warning(
      subject,
      `it signs fees up to ${formatAmount(most)}, and feeMax is ${formatAmount(feeMax)} for each payment`,
      'While the network is dear, payouts wait that the settings allow: raise it in signer.yaml, or lower feeMax.',
    );
  const named = olderAccounts.map((each) => each.address);
  return (
    unnamedAccounts(subject, described, [...named, address]) ?? well(subject, 'has the key of the address')
  );
}
