import { formatAmount } from '@openlode/money/amount';
import type { NetworkDescription } from '@openlode/signing/messages';
import { askTron } from '../../adapters/rails/offered-tron.ts';
import { feeMost } from '../../adapters/rails/tron/fee-most.ts';
import type { TronNodeReport } from '../../adapters/rails/tron/tron-wallet.ts';
import { addressOf } from '../../adapters/rails/tron/tron-address.ts';
import { ledgerAmount } from '../../adapters/rails/tron/units.ts';
import { signerNetwork } from '../../domain/kernel/network-of-kind.ts';
import type { Config } from '../../config.ts';
import type { Diagnosis } from '../../edges/operator/contexts.ts';
import type { TronEntry } from '../../settings/tron-settings.ts';
import { type TronOnNodes, tronOnNodes, tronWalletOf } from '../open-tron.ts';
import { askNode } from './ask-node.ts';
import { askSigner, unknownNetwork } from './ask-signer.ts';
import { checkFloats } from './check-floats.ts';
import { ill, warning, well } from './diagnosis.ts';

/** Asks nodes and signer where TRX is paid; none in a sandbox. */
export async function checkTron({ nodePool }: Pick<Config, 'nodePool'>): Promise<Diagnosis[]> {
  const tron = nodePool && tronOnNodes(nodePool);
  if (tron === undefined) return [];
  try {
    return [
      ...(await Promise.all(tron.nodes.map((node) => checkNode(tron, node)))),
      await checkSigner(tron.entry),
      ...(await checkFloats(nodePool ?? {}, tronWalletOf(tron))),
    ];
  } finally {
    tron.close();
  }
}

function checkNode({ entry }: TronOnNodes, node: TronOnNodes['nodes'][number]): Promise<Diagnosis> {
  const subject = `payouts of TRX, node ${node.name}`;
  return askNode(subject, () => askTron(entry, node), judgeTronNode);
}

export function judgeTronNode(
  subject: string,
  { height, isSynced, held, otherNames, fault }: TronNodeReport,
): Diagnosis {
  if (fault !== undefined) return ill(subject, fault, 'Nothing is paid through it until this has changed.');
  if (!isSynced)
    return ill(
      subject,
      `its newest solidified block ${height} is older than three minutes, by the clock of this machine`,
      'Nothing is paid on its word meanwhile.',
    );
  if (otherNames.length > 0)
    return warning(
      subject,
      otherNames.join('; '),
      'Compare the contract in the file with what the issuer of the token names.',
    );
  const amounts = [...held].map(([asset, amount]) => `${formatAmount(amount)} ${asset}`);
  return well(subject, `in step at solidified block ${height}, the account holds ${amounts.join(', ')}`);
}

function checkSigner(entry: TronOnNodes['entry']): Promise<Diagnosis> {
  const subject = 'signer TRX';
  const network = signerNetwork('TRX', entry.kind);
  return askSigner(subject, { socket: entry.signer, network }, (described) =>
    judgeTronSigner(subject, network, entry, described),
  );
}

export function judgeTronSigner(
  subject: string,
  network: string,
  { account, tokens, feeMax }: Pick<TronEntry, 'account' | 'tokens' | 'feeMax'>,
  described: NetworkDescription | undefined,
): Diagnosis {
  if (described === undefined) return unknownNetwork(subject, network);
  if (!described.keys.some(({ address }) => address === account))
    return ill(subject, `it has no key of ${account}`, 'Correct the account, or add its key.');
  const listed = new Map((described.tokens ?? []).map(({ token, decimals }) => [token, decimals]));
  const faults = tokens.flatMap(({ coin, contract, decimals }) => {
    const reported = listed.get(contract);
    if (reported === undefined) return [`${coin} (${addressOf(contract)}) is none of its tokens`];
    return reported === decimals ? [] : [`${coin} has ${reported} decimals there and ${decimals} here`];
  });
  if (faults.length > 0)
    return ill(subject, faults.join('; '), 'Correct tokens in signer.yaml, and start the signer again.');
  const { fee, feeRate } = described.limits;
  const most = fee < feeRate ? fee : feeRate;
  if (most < feeMost)
    return warning(
      subject,
      `it signs fees up to ${formatAmount(ledgerAmount(most))}, and counts ${formatAmount(ledgerAmount(feeMost))} for each payment`,
      'Nothing of it is signed: raise fee and feeRate in signer.yaml.',
    );
  // What the file allows of a token is asked of the signer where it takes so much.
  if (tokens.length > 0 && ledgerAmount(most) < feeMax)
    return warning(
      subject,
      `it signs fees up to ${formatAmount(ledgerAmount(most))}, and the file allows ${formatAmount(feeMax)}`,
      'A payment of a token that takes more waits: raise fee and feeRate in signer.yaml, or lower feeMax.',
    );
  const also = tokens.length === 0 ? '' : ` and limits for ${tokens.map(({ coin }) => coin).join(', ')}`;
  return well(subject, `has the key of the account${also}`);
}
