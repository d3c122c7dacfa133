import type { NodeWork } from './follower-options.ts';
import type { TemplateFacts } from './node-protocol.ts';

/**
 * Whose template is mined on: the highest block's. Of one height, the block that is mined on already, else the one that was first; of one
 * block, the node whose template is mined on already, so that two mempools do not take turns.
 *
 * @param present what is mined on
 */
export function chooseWork<Template extends TemplateFacts>(
  offers: readonly NodeWork<Template>[],
  present: NodeWork<Template> | undefined,
): NodeWork<Template> | undefined {
  const height = Math.max(...offers.map(({ template }) => template.height));
  const highest = offers
    .filter(({ template }) => template.height === height)
    .toSorted((left, right) => left.receivedAt - right.receivedAt);
  const onPresent = highest.filter(({ template }) => template.previous === present?.template.previous);
  const candidates = onPresent.length > 0 ? onPresent : highest;
  return candidates.find(({ node }) => node === present?.node) ?? candidates[0];
}
