import { formatAmount } from '@openlode/money/amount';
import type { NetworkDescription } from '@openlode/signing/messages';
import type { RailNodeReport } from '../../adapters/rails/bitcoin/bitcoin-wallet.ts';
import { kindOfNetwork, signerNetwork } from '../../domain/kernel/network-of-kind.ts';
import { offeredRail, type OfferedRail } from '../../adapters/rails/offered-rails.ts';
import type { NodePool } from '../../settings/parse-pool-file.ts';
import type { Config } from '../../config.ts';
import type { Diagnosis } from '../../edges/operator/contexts.ts';
import { type RailOnNodes, railsOnNodes } from '../open-rails.ts';
import { askNode } from './ask-node.ts';
import { askSigner, unknownNetwork, unlistedCold } from './ask-signer.ts';
import { checkFloats } from './check-floats.ts';
import { ill, warning, well } from './diagnosis.ts';

/** Asks the wallet of every node through which something is paid, and the signers; none in a sandbox. */
export async function checkRails({ nodePool }: Pick<Config, 'nodePool'>): Promise<Diagnosis[]> {
  if (nodePool === undefined) return [];
  const checks = railsOnNodes(nodePool).map(async (rail) => {
    try {
      return [
        ...(await Promise.all(rail.nodes.map((node) => checkWallet(rail, node)))),
        await checkSigner(rail, nodePool),
        ...(await checkFloats(nodePool, offeredRail(rail.entry.coin).wallet(rail.settings, rail.nodes))),
      ];
    } finally {
      rail.close();
    }
  });
  return (await Promise.all(checks)).flat();
}

function checkWallet(
  { entry, settings }: RailOnNodes,
  node: RailOnNodes['nodes'][number],
): Promise<Diagnosis> {
  const subject = `wallet ${entry.coin} ${node.name}`;
  return askNode(
    subject,
    () => offeredRail(entry.coin).ask(node, settings),
    (of, report) => judgeWallet(of, entry.coin, report),
  );
}

export function judgeWallet(
  subject: string,
  coin: string,
  { height, isSynced, held, fault }: RailNodeReport,
): Diagnosis {
  if (fault !== undefined) return ill(subject, fault, 'Nothing is paid through it until this has changed.');
  if (!isSynced)
    return ill(
      subject,
      `its node is loading, behind or alone at block ${height}`,
      'Nothing is paid on its word meanwhile.',
    );
  return well(subject, `watches ${formatAmount(held)} ${coin} at block ${height}, and can spend none of it`);
}

/** Whether a signer can sign what the rail builds: keys of all own addresses, and limits of fees that are not below those of the rail. */
export function judgeSigner(
  subject: string,
  {
    own,
    feeMax,
    feeRateMax,
    unit,
  }: Pick<RailOnNodes['settings'], 'own' | 'feeMax' | 'feeRateMax'> & Pick<OfferedRail, 'unit'>,
  { keys, limits, sweepTo }: Pick<NetworkDescription, 'keys' | 'limits' | 'sweepTo'>,
  scriptOf: (address: string) => string | undefined,
  cold?: string,
): Diagnosis {
  // An address may have several spellings, and bcoin has one of its own.
  const known = new Set(keys.map(({ script }) => script));
  const missing = own.filter((address) => !known.has(scriptOf(address) ?? ''));
  if (missing.length > 0)
    return ill(
      subject,
      `it has no key of ${missing.join(', ')}`,
      'Coins at an address without a key cannot be paid out: correct the address, or add its key.',
    );
  if (cold !== undefined && !sweepTo.some((address) => scriptOf(address) === scriptOf(cold)))
    return unlistedCold(subject, cold);
  const advice =
    'While the network is dear, payouts wait that the settings allow: raise it in signer.yaml, or lower that of the rail.';
  if (limits.feeRate < feeRateMax)
    return warning(
      subject,
      `it signs up to ${limits.feeRate} for a virtual byte, and feeRateMax of the rail is ${feeRateMax}`,
      advice,
    );
  if (limits.fee * unit < feeMax)
    return warning(
      subject,
      `it signs fees up to ${formatAmount(limits.fee * unit)}, and feeMax of the rail is ${formatAmount(feeMax)}`,
      advice,
    );
  return well(subject, `has the keys of ${own.length} own ${own.length === 1 ? 'address' : 'addresses'}`);
}

function checkSigner(
  { entry, settings }: RailOnNodes,
  { floats = [] }: Pick<NodePool, 'floats'>,
): Promise<Diagnosis> {
  const { coin, signer: socket } = entry;
  const subject = `signer ${coin}`;
  const network = signerNetwork(coin, kindOfNetwork(settings.network));
  return askSigner(subject, { socket, network }, (described) =>
    described === undefined
      ? unknownNetwork(subject, network)
      : judgeSigner(
          subject,
          { ...settings, unit: offeredRail(coin).unit },
          described,
          // A float has it as miners spell it.
          (address) =>
            offeredRail(coin).scriptOf(settings.network, address) ??
            offeredRail(coin).scriptOf('main', address),
          floats.find((float) => float.coin === coin && float.network === coin)?.cold,
        ),
  );
}
