import type { ServiceContext } from '../domain/kernel/context.ts';
import { simulatedKind } from '../domain/kernel/pool-kind.ts';
import { readCodes } from '../sandbox/fleet/owner-choices.ts';
import { rigAlgorithms } from '../sandbox/fleet/rig-workers.ts';
import { openRigs } from '../sandbox/rigs/open-rigs.ts';
import type { SandboxWorld } from '../sandbox/sandbox-world.ts';
import type { ClosingOrder } from './closing-order.ts';
import type { MinedAlgorithms } from './mined-algorithms.ts';

type Demo = Pick<SandboxWorld, 'fleet' | 'sources'>;

/** What machines of the demo mine: never a chain that is not the sandbox's own, and nothing in an empty pool. */
export function minedByRigs(sandbox: Demo | undefined): readonly string[] {
  if (sandbox?.fleet === undefined) return [];
  return sandbox.sources
    .filter(({ chain }) => chain.kind === simulatedKind && chain.nodes === undefined)
    .map(({ chain: { algorithm } }) => algorithm)
    .filter((algorithm) => rigAlgorithms.some((each) => each === algorithm));
}

/** Sets the demo's machines to work on the ports that were opened for them. */
export async function switchRigsOn(
  sandbox: Demo | undefined,
  ctx: ServiceContext,
  mined: MinedAlgorithms,
  order: ClosingOrder,
): Promise<void> {
  if (sandbox?.fleet === undefined) return;
  const codeOf = await readCodes(ctx, sandbox.fleet);
  const switchOff = openRigs(sandbox.fleet, (algorithm) => mined.find(algorithm)?.rigPort, codeOf);
  order.add('demo rigs', switchOff);
}
