import type { NodeRpc } from '../../../chains/nodes/node-rpc.ts';
import type { RailNode } from '../rail-node.ts';
import { bcoinNode } from './bcoin-node.ts';
import { nexaNode } from './nexa-node.ts';
import { olderCore } from './older-core.ts';
import { type Dialect, readHelp } from './read-help.ts';
import type { NodeToAdapt } from './node-to-adapt.ts';

/**
 * A node whose dialect is not known yet, asked as Bitcoin Core is asked: its own `help` decides at the first call that it answers. What is
 * known stays so until the process ends.
 */
export function adaptNode(named: NodeToAdapt): RailNode {
  const node = inNamesOfBitcoin(named);
  let known: Exclude<Dialect, { kind: 'lacking' }> | undefined;
  let adapted: Pick<RailNode, 'rpc' | 'wallet'> = node;
  const inDialect = (side: 'rpc' | 'wallet'): NodeRpc => ({
    async call(method, params, options) {
      if (known === undefined) {
        const help = await node.rpc.call('help');
        const dialect = readHelp(help);
        if (dialect === undefined) return help;
        // One that lacks something may be another at its next start.
        if (typeof dialect === 'object' && dialect.kind === 'lacking')
          return { kind: 'unanswered', why: dialect.why };
        if (known === undefined) {
          known = dialect;
          adapted = inDialectOf(node, dialect);
        }
      }
      return adapted[side].call(method, params, options);
    },
    close: () => node[side].close(),
  });
  return { name: node.name, form: node.form, rpc: inDialect('rpc'), wallet: inDialect('wallet') };
}

function inNamesOfBitcoin(node: NodeToAdapt): NodeToAdapt {
  if (node.form !== 'nexa') return node;
  return { ...node, rpc: nexaNode(node.rpc), wallet: nexaNode(node.wallet) };
}

function inDialectOf(
  node: NodeToAdapt,
  dialect: Exclude<Dialect, { kind: 'lacking' }>,
): Pick<RailNode, 'rpc' | 'wallet'> {
  if (dialect === 'core') return node;
  return dialect === 'bcoin' ? bcoinNode(node) : olderCore(node, dialect);
}
