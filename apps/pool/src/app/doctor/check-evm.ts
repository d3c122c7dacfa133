import { formatAmount } from '@openlode/money/amount';
import type { NetworkDescription } from '@openlode/signing/messages';
import type { EvmNodeReport } from '../../adapters/rails/evm/evm-wallet.ts';
import { signerNetwork } from '../../domain/kernel/network-of-kind.ts';
import type { Config } from '../../config.ts';
import type { Diagnosis } from '../../edges/operator/contexts.ts';
import type { EvmEntry } from '../../settings/evm-settings.ts';
import { type EvmOnNodes, evmOnNodes, evmWalletOf } from '../open-evm.ts';
import { checkFloats } from './check-floats.ts';
import { askNode } from './ask-node.ts';
import { askSigner, unknownNetwork, unlistedCold, unnamedAccounts } from './ask-signer.ts';
import { ill, well } from './diagnosis.ts';

/** Asks every node and the signer of each EVM network that is paid on; none in a sandbox. */
export async function checkEvm({ nodePool }: Pick<Config, 'nodePool'>): Promise<Diagnosis[]> {
  if (nodePool === undefined) return [];
  const checks = (await evmOnNodes(nodePool)).map(async (each) => {
    try {
      const nodes = await Promise.all(each.nodes.map((node) => checkNode(each, node)));
      const colds = (nodePool.floats ?? []).flatMap(({ network, cold }) =>
        network === each.entry.network && cold !== undefined ? [cold] : [],
      );
      return [
        ...nodes,
        await checkSigner(each.entry, colds),
        ...(await checkFloats(nodePool, evmWalletOf(each))),
      ];
    } finally {
      each.close();
    }
  });
  return (await Promise.all(checks)).flat();
}

function checkNode({ entry, offered }: EvmOnNodes, node: EvmOnNodes['nodes'][number]): Promise<Diagnosis> {
  const subject = `node ${entry.network} ${node.name}`;
  return askNode(subject, () => offered.askEvm(entry, node), judgeEvmNode);
}

export function judgeEvmNode(subject: string, { height, isSynced, held, fault }: EvmNodeReport): Diagnosis {
  if (fault !== undefined)
    return ill(
      subject,
      fault,
      'Correct the contract in the file, or take another node: nothing is paid until then.',
    );
  if (!isSynced)
    return ill(subject, `it is behind, at block ${height}`, 'Nothing is paid on its word meanwhile.');
  const amounts = [...held].map(([asset, amount]) => `${formatAmount(amount)} ${asset}`);
  return well(subject, `the account holds ${amounts.join(', ')} at block ${height}`);
}

function checkSigner(entry: EvmOnNodes['entry'], colds: readonly string[]): Promise<Diagnosis> {
  const subject = `signer ${entry.network}`;
  const network = signerNetwork(entry.network, entry.kind);
  return askSigner(subject, { socket: entry.signer, network }, (described) =>
    judgeEvmSigner(subject, network, { ...entry, colds }, described),
  );
}

export function judgeEvmSigner(
  subject: string,
  network: string,
  {
    account,
    olderAccounts = [],
    tokens,
    colds,
  }: Pick<EvmEntry, 'account' | 'olderAccounts' | 'tokens'> & { readonly colds: readonly string[] },
  described: NetworkDescription | undefined,
): Diagnosis {
  if (described === undefined) return unknownNetwork(subject, network);
  if (!described.keys.some(({ address }) => address.toLowerCase() === account))
    return ill(subject, `it has no key of ${account}`, 'Correct the account, or add its key.');
  const cold = colds.find(
    (one) => !described.sweepTo.some((each) => each.toLowerCase() === one.toLowerCase()),
  );
  if (cold !== undefined) return unlistedCold(subject, cold);
  const listed = new Map((described.tokens ?? []).map(({ token, decimals }) => [token, decimals]));
  const faults = tokens.flatMap(({ coin, contract, decimals }) => {
    const reported = listed.get(contract);
    if (reported === undefined) return [`${coin} (${contract}) is none of its tokens`];
    return reported === decimals ? [] : [`${coin} has ${reported} decimals there and ${decimals} here`];
  });
  if (faults.length > 0)
    return ill(subject, faults.join('; '), 'Correct tokens in signer.yaml, and start the signer again.');
  const unnamed = unnamedAccounts(subject, described, [...olderAccounts, account]);
  if (unnamed !== undefined) return unnamed;
  const also = tokens.length === 0 ? '' : ` and limits for ${tokens.map(({ coin }) => coin).join(', ')}`;
  return well(subject, `has the key of the account${also}`);
}
