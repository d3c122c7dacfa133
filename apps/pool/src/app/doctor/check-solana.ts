import { formatAmount } from '@openlode/money/amount';
import type { NetworkDescription } from '@openlode/signing/messages';
import { askSolana } from '../../adapters/rails/offered-solana.ts';
import { bytesOfPayment, ledgerAmount } from '../../adapters/rails/solana/solana-facts.ts';
import type { SolanaNodeReport } from '../../adapters/rails/solana/solana-wallet.ts';
import { signerNetwork } from '../../domain/kernel/network-of-kind.ts';
import type { Config } from '../../config.ts';
import type { Diagnosis } from '../../edges/operator/contexts.ts';
import type { SolanaEntry } from '../../settings/solana-settings.ts';
import { type SolanaOnNodes, solanaOnNodes, solanaWalletOf } from '../open-solana.ts';
import { askNode } from './ask-node.ts';
import { askSigner, unknownNetwork, unlistedCold } from './ask-signer.ts';
import { checkFloats } from './check-floats.ts';
import { ill, warning, well } from './diagnosis.ts';

/** Asks every node and the signer where SOL is paid; none in a sandbox. */
export async function checkSolana({ nodePool }: Pick<Config, 'nodePool'>): Promise<Diagnosis[]> {
  const solana = nodePool && solanaOnNodes(nodePool);
  if (solana === undefined) return [];
  try {
    const nodes = await Promise.all(solana.nodes.map((node) => checkNode(solana, node)));
    const cold = nodePool?.floats?.find(({ network }) => network === 'SOL')?.cold;
    return [
      ...nodes,
      await checkSigner(solana.entry, cold),
      ...(await checkFloats(nodePool ?? {}, solanaWalletOf(solana))),
    ];
  } finally {
    solana.close();
  }
}

function checkNode({ entry }: SolanaOnNodes, node: SolanaOnNodes['nodes'][number]): Promise<Diagnosis> {
  const subject = `node SOL ${node.name}`;
  return askNode(subject, () => askSolana(entry, node), judgeSolanaNode);
}

export function judgeSolanaNode(
  subject: string,
  { height, isSynced, held, kept, fault, oldestSlot }: SolanaNodeReport,
): Diagnosis {
  if (fault !== undefined)
    return ill(subject, fault, 'Correct it, or take another node: nothing is paid until then.');
  if (!isSynced)
    return ill(subject, `it is behind, at slot ${height}`, 'Nothing is paid on its word meanwhile.');
  return well(
    subject,
    `the account holds ${formatAmount(held)} SOL at slot ${height}, of which ${formatAmount(kept)} stay there; it has transactions from slot ${oldestSlot} on`,
  );
}

function checkSigner(entry: SolanaOnNodes['entry'], cold: string | undefined): Promise<Diagnosis> {
  const subject = 'signer SOL';
  const network = signerNetwork('SOL', entry.kind);
  return askSigner(subject, { socket: entry.signer, network }, (described) =>
    judgeSolanaSigner(subject, network, { ...entry, cold }, described),
  );
}

export function judgeSolanaSigner(
  subject: string,
  network: string,
  { account, feeMax, cold }: Pick<SolanaEntry, 'account' | 'feeMax'> & { readonly cold?: string | undefined },
  described: NetworkDescription | undefined,
): Diagnosis {
  if (described === undefined) return unknownNetwork(subject, network);
  if (!described.keys.some(({ address }) => address === account))
    return ill(subject, `it has no key of ${account}`, 'Correct the account, or add its key.');
  if (cold !== undefined && !described.sweepTo.includes(cold)) return unlistedCold(subject, cold);
  const { fee, feeRate } = described.limits;
  const ofBytes = feeRate * bytesOfPayment;
  const most = ledgerAmount(fee < ofBytes ? fee : ofBytes);
  if (most < feeMax)
    return warning(
      subject,
      `it signs fees up to ${formatAmount(most)}, and feeMax is ${formatAmount(feeMax)} for each payment`,
      'While the network is dear, payouts wait that the settings allow: raise fee and feeRate (lamports for each of 341 bytes) in signer.yaml, or lower feeMax.',
    );
  return well(subject, 'has the key of the account');
}
