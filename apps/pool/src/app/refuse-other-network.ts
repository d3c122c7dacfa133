import { setTimeout as sleep } from 'node:timers/promises';
import { OtherChain } from '../adapters/chains/nodes/node-answers.ts';
import type { NodeRpc } from '../adapters/chains/nodes/node-rpc.ts';
import type { OfferedChain } from '../adapters/chains/nodes/offered-chain.ts';
import { offeredChain, offeredMergedChain } from '../adapters/chains/offered-chains.ts';
import { networkOfKind, signerNetwork } from '../domain/kernel/network-of-kind.ts';
import { askMonero } from '../adapters/rails/offered-monero.ts';
import { askSolana } from '../adapters/rails/offered-solana.ts';
import { askTron } from '../adapters/rails/offered-tron.ts';
import { offeredRail } from '../adapters/rails/offered-rails.ts';
import { describeSigner } from '../adapters/rails/signer-client.ts';
import type { NodePoolKind } from '../domain/kernel/pool-kind.ts';
import type { NodeEntry, NodePool } from '../settings/parse-pool-file.ts';
import { type EvmOnNodes, evmOnNodes } from './open-evm.ts';
import { moneroOnNodes } from './open-monero.ts';
import { railsOnNodes } from './open-rails.ts';
import { type XrpOnNodes, xrpOnNodes } from './open-xrp.ts';
import { openRpc } from './open-rpc.ts';
import { solanaOnNodes } from './open-solana.ts';
import { tronOnNodes } from './open-tron.ts';

/** A node or a signer of another kind of network than the pool: test coins and money never meet. */
export class OtherNetwork extends Error {
  override readonly name = 'OtherNetwork';
}

/** What does not answer by then is no reason to wait: it gives no work, and nothing is paid through it. */
const answerMs = 5000;

/**
 * Refuses nodes and signers that say that they are of another network than the kind of the pool, before anything is opened.
 *
 * @param hasSigners whether this process pays: others may not reach the sockets of signers
 * @throws OtherNetwork naming each of them
 */
export async function refuseOtherNetworks(
  pool: NodePool,
  hasSigners: boolean,
  withinMs = answerMs,
): Promise<void> {
  // Loads what pays on them: no node is to be let off because that has taken long.
  const [evm, xrp] = [await evmOnNodes(pool), await xrpOnNodes(pool)];
  const limit = new AbortController();
  const late = sleep(withinMs, undefined, { signal: limit.signal }).catch(() => undefined);
  const asked = [
    ...chainChecks(pool),
    ...railChecks(pool),
    ...evmChecks(evm),
    ...moneroChecks(pool),
    ...solanaChecks(pool),
    ...xrpChecks(xrp),
    ...tronChecks(pool),
    ...(hasSigners ? signerChecks(pool) : []),
  ];
  const found = await Promise.all(asked.map((each) => Promise.race([each, late])));
  limit.abort();
  const faults = found.filter((fault) => fault !== undefined);
  if (faults.length > 0)
    throw new OtherNetwork(
      `the file of OPENLODE_CONFIG is of a pool of kind ${pool.kind}, and ${faults.join('; ')}: correct the file, or what it names`,
    );
}

/** Of one node: that it is one of another chain, in words; undefined where it is not, or does not say. */
async function judged(subject: string, ask: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await ask();
    return undefined;
  } catch (error) {
    return error instanceof OtherChain ? `of ${subject} it holds that ${error.message}` : undefined;
  }
}

function chainChecks({ kind, chains }: NodePool): readonly Promise<string | undefined>[] {
  const network = networkOfKind(kind);
  const checkOf = (
    coin: string,
    offered: Pick<OfferedChain, 'path' | 'login'>,
    node: NodeEntry,
    ask: (rpc: NodeRpc) => Promise<unknown>,
  ): Promise<string | undefined> => {
    const rpc = openRpc(offered, node);
    return judged(`node ${node.name} of ${coin}`, () => ask(rpc)).finally(() => rpc.close());
  };
  return chains.flatMap(({ merged = [], ...chain }) => {
    const offered = offeredChain(chain.coin);
    return [
      ...chain.nodes.map((node) =>
        checkOf(chain.coin, offered, node, (rpc) => offered.ask(rpc, { ...chain, network }, Date.now)),
      ),
      ...merged.flatMap((each) => {
        const other = offeredMergedChain(each.coin);
        return each.nodes.map((node) =>
          checkOf(each.coin, other, node, (rpc) => other.ask(rpc, { ...each, network }, Date.now)),
        );
      }),
    ];
  });
}

/** Of nodes that stand with their rail; those of chains were asked already. */
function railChecks(pool: NodePool): readonly Promise<string | undefined>[] {
  const rails = railsOnNodes({ ...pool, rails: pool.rails.filter(({ place }) => place !== undefined) });
  return rails.flatMap((each) => {
    const { entry, settings, nodes } = each;
    return closing(
      each,
      nodes.map((node) =>
        judged(`node ${node.name} of payouts of ${entry.coin}`, () =>
          offeredRail(entry.coin).ask(node, settings),
        ),
      ),
    );
  });
}

function evmChecks(evm: readonly EvmOnNodes[]): readonly Promise<string | undefined>[] {
  return evm.flatMap((each) => {
    const { entry, nodes, offered } = each;
    return closing(
      each,
      nodes.map((node) => judged(`node ${node.name} of ${entry.network}`, () => offered.askEvm(entry, node))),
    );
  });
}

function moneroChecks(pool: NodePool): readonly Promise<string | undefined>[] {
  const monero = moneroOnNodes(pool);
  if (monero === undefined) return [];
  return closing(
    monero,
    monero.nodes.map((node) => judged(`node ${node.name} of payouts of XMR`, () => askMonero(node))),
  );
}

function solanaChecks(pool: NodePool): readonly Promise<string | undefined>[] {
  const solana = solanaOnNodes(pool);
  if (solana === undefined) return [];
  const { entry, nodes } = solana;
  return closing(
    solana,
    nodes.map((node) => judged(`node ${node.name} of payouts of SOL`, () => askSolana(entry, node))),
  );
}

function xrpChecks(xrp: XrpOnNodes | undefined): readonly Promise<string | undefined>[] {
  if (xrp === undefined) return [];
  const { entry, nodes, offered } = xrp;
  return closing(
    xrp,
    nodes.map((node) => judged(`node ${node.name} of payouts of XRP`, () => offered.askXrp(entry, node))),
  );
}

function tronChecks(pool: NodePool): readonly Promise<string | undefined>[] {
  const tron = tronOnNodes(pool);
  if (tron === undefined) return [];
  const { entry, nodes } = tron;
  return closing(
    tron,
    nodes.map((node) => judged(`node ${node.name} of payouts of TRX`, () => askTron(entry, node))),
  );
}

/** Each by itself, so that one that is silent keeps no other from being heard; closes what was asked after the last. */
function closing(
  asked: { close(): void },
  checks: readonly Promise<string | undefined>[],
): readonly Promise<string | undefined>[] {
  void Promise.all(checks).finally(() => asked.close());
  return checks;
}

const otherKinds: Readonly<Record<NodePoolKind, NodePoolKind>> = { regtest: 'real', real: 'regtest' };

/** A signer that has the other network of a coin, and not this one, is another pool's. One that has neither is asked for by `doctor`; where coins are money it has to have it. */
function signerChecks({
  kind,
  rails,
  evm = [],
  monero,
  solana,
  xrp,
  tron,
}: NodePool): readonly Promise<string | undefined>[] {
  const asked = [
    ...rails.map(({ coin, signer }) => ({ asset: coin, signer })),
    ...evm.map(({ network, signer }) => ({ asset: network, signer })),
    ...(monero === undefined ? [] : [{ asset: 'XMR', signer: monero.signer }]),
    ...(solana === undefined ? [] : [{ asset: 'SOL', signer: solana.signer }]),
    ...(xrp === undefined ? [] : [{ asset: 'XRP', signer: xrp.signer }]),
    ...(tron === undefined ? [] : [{ asset: 'TRX', signer: tron.signer }]),
  ];
  return asked.map(async ({ asset, signer }) => {
    const network = signerNetwork(asset, kind);
    try {
      if ((await describeSigner(signer, network)) !== undefined) return undefined;
      const other = signerNetwork(asset, otherKinds[kind]);
      if ((await describeSigner(signer, other)) !== undefined)
        return `the signer at ${signer} signs for ${other}, and not for ${network}`;
      return kind === 'real' ? `the signer at ${signer} has no key or no policy for ${network}` : undefined;
    } catch {
      return undefined;
    }
  });
}
