import { formatAmount } from '@openlode/money/amount';
import type { NetworkDescription } from '@openlode/signing/messages';
import { ledgerAmount } from '../../adapters/rails/xrp/units.ts';
import type { XrpNodeReport } from '../../adapters/rails/xrp/xrp-wallet.ts';
import { signerNetwork } from '../../domain/kernel/network-of-kind.ts';
import type { Config } from '../../config.ts';
import type { Diagnosis } from '../../edges/operator/contexts.ts';
import type { XrpEntry } from '../../settings/xrp-settings.ts';
import { type XrpOnNodes, xrpOnNodes, xrpWalletOf } from '../open-xrp.ts';
import { askNode } from './ask-node.ts';
import { askSigner, unknownNetwork } from './ask-signer.ts';
import { checkFloats } from './check-floats.ts';
import { ill, warning, well } from './diagnosis.ts';

/** Asks servers and signer where XRP is paid; none in a sandbox. */
export async function checkXrp({ nodePool }: Pick<Config, 'nodePool'>): Promise<Diagnosis[]> {
  const xrp = nodePool && (await xrpOnNodes(nodePool));
  if (xrp === undefined) return [];
  try {
    return [
      ...(await Promise.all(xrp.nodes.map((node) => checkNode(xrp, node)))),
      await checkSigner(xrp.entry),
      ...(await checkFloats(nodePool ?? {}, xrpWalletOf(xrp))),
    ];
  } finally {
    xrp.close();
  }
}

function checkNode({ entry, offered }: XrpOnNodes, node: XrpOnNodes['nodes'][number]): Promise<Diagnosis> {
  const subject = `payouts of XRP, node ${node.name}`;
  return askNode(subject, () => offered.askXrp(entry, node), judgeXrpNode, 'server');
}

export function judgeXrpNode(subject: string, { height, isSynced, held, fault }: XrpNodeReport): Diagnosis {
  if (fault !== undefined) return ill(subject, fault, 'Nothing is paid through it until this has changed.');
  if (!isSynced)
    return ill(
      subject,
      `it is behind, alone, or blocked by an amendment at ledger ${height}`,
      'Nothing is paid on its word meanwhile.',
    );
  return well(subject, `in step at ledger ${height}, the account holds ${formatAmount(held)} XRP`);
}

function checkSigner(entry: XrpOnNodes['entry']): Promise<Diagnosis> {
  const subject = 'signer XRP';
  const network = signerNetwork('XRP', entry.kind);
  return askSigner(subject, { socket: entry.signer, network }, (described) =>
    judgeXrpSigner(subject, network, entry, described),
  );
}

export function judgeXrpSigner(
  subject: string,
  network: string,
  { account, feeMax }: Pick<XrpEntry, 'account' | 'feeMax'>,
  described: NetworkDescription | undefined,
): Diagnosis {
  if (described === undefined) return unknownNetwork(subject, network);
  if (!described.keys.some(({ address }) => address === account))
    return ill(subject, `it has no key of ${account}`, 'Correct the account, or add its key.');
  const { fee, feeRate } = described.limits;
  const most = ledgerAmount(fee < feeRate ? fee : feeRate);
  if (most < feeMax)
    return warning(
      subject,
      `it signs fees up to ${formatAmount(most)}, and feeMax is ${formatAmount(feeMax)} for each payment`,
      'While the network is dear, payouts wait that the settings allow: raise fee and feeRate in signer.yaml, or lower feeMax.',
    );
  return well(subject, 'has the key of the account');
}
