import type { NodeRpc } from '../../../chains/nodes/node-rpc.ts';
import type { RailNode } from '../rail-node.ts';
import { bcoinNode } from './bcoin-node.ts';
import { type Dialect, readHelp } from './read-help.ts';
import type { SpokenNode } from './spoken-node.ts';

/**
 * A node whose dialect is not known yet, asked as Bitcoin Core is asked: its own `help` decides at the first call that it answers. What is
 * known stays so until the process ends.
 */
export function speakToNode(node: SpokenNode): RailNode {
  const bcoin = bcoinNode(node);
  let known: Dialect | undefined;
  const inDialect = (side: 'rpc' | 'wallet'): NodeRpc => ({
    async call(method, params, options) {
      let dialect = known;
      if (dialect === undefined) {
        const help = await node.rpc.call('help');
        dialect = readHelp(help);
        if (dialect === undefined) return help;
        // One that lacks something may be another at its next start.
        if (typeof dialect !== 'object') known = dialect;
      }
      if (typeof dialect === 'object') return { kind: 'unanswered', why: dialect.deaf };
      return (dialect === 'bcoin' ? bcoin : node)[side].call(method, params, options);
    },
    close: () => node[side].close(),
  });
  return { name: node.name, rpc: inDialect('rpc'), wallet: inDialect('wallet') };
}
