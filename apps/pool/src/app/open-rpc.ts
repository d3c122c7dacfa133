import { readFileSync } from 'node:fs';
import { type NodeRpc, type NodeRpcOptions, openNodeRpc } from '../adapters/chains/nodes/node-rpc.ts';
import type { OfferedChain } from '../adapters/chains/nodes/offered-chain.ts';
import type { NodeEntry } from '../settings/parse-pool-file.ts';

/** A client for a node, not connected yet. */
export function openRpc(
  { path, login, version = '1.0' }: Pick<OfferedChain, 'path' | 'login'> & Pick<NodeRpcOptions, 'version'>,
  { url, loginFile }: Pick<NodeEntry, 'url' | 'loginFile'>,
): NodeRpc {
  return openNodeRpc({
    url: url.pathname === '/' ? new URL(path, url) : url,
    scheme: login,
    version,
    ...(loginFile === undefined ? {} : { readLogin: () => readFileSync(loginFile, 'utf8') }),
  });
}

/** A client for one of the wallets of a node. */
export function openWalletRpc(
  offered: Pick<OfferedChain, 'login'>,
  { url, walletUrl, ...node }: Pick<NodeEntry, 'url' | 'loginFile' | 'walletUrl'>,
  wallet: string,
): NodeRpc {
  if (walletUrl !== undefined) return openRpc({ ...offered, path: '/' }, { ...node, url: walletUrl });
  const path = `${url.pathname.replace(/\/$/, '')}/wallet/${wallet}`;
  return openRpc({ ...offered, path }, { ...node, url: new URL(path, url) });
}
