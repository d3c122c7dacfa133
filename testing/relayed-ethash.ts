import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AnvilNode, anvilAccounts, anvilKeys } from './anvil-node.ts';
import type { OpenRelayedNetwork, PaidOutput, RelayedNetwork } from './relayed-networks.ts';
import { type ProxiedCall, RpcProxy } from './rpc-proxy.ts';
import { SignerProcess } from './signer-process.ts';
import { simulatedPools } from './simulated-pools.ts';

/** One of Ethash, whose payments someone else makes: the other pool's chain is simulated, and pays nothing. */
export interface EthashNetwork extends RelayedNetwork {
  /** Sends coins to the relaying pool, and waits until blocks are on them. */
  pay(): Promise<void>;
}

/** Hashes that a share of the other pool takes, and a block by the word of the relaying pool's nodes: a light verifier does some hundred a second. */
const [theirHashes, blockHashes] = [128, 4096] as const;
const confirmations = 2;
const blockSeconds = 5;
const [payer, account] = anvilAccounts;

/**
 * Ethash: the other pool is two Openlodes, each with a chain of its own that checks real proofs. The relaying pool's nodes are an anvil, whose
 * blocks have no difficulty: that, and its peers, are put into what it says.
 */
export const relayedEthash: OpenRelayedNetwork<EthashNetwork> = async (server, folder, opened) => {
  const anvil = await AnvilNode.start(['--block-time', String(blockSeconds)]);
  opened.push(() => anvil.close());
  // What was there before the first payment would pass for one.
  await anvil.ask('anvil_setBalance', account, '0x0');
  const nodes: { readonly name: string; readonly url: string }[] = [];
  for (const name of ['one', 'two']) {
    const proxy = await RpcProxy.start({ node: anvil, lie: proofOfWork });
    opened.push(() => proxy.close());
    nodes.push({ name, url: proxy.url });
  }
  const signer = await SignerProcess.start(folder, {
    evm: { key: anvilKeys[1], network: 'ETHW', token: payer },
  });
  opened.push(() => signer.close());
  const others = await simulatedPools(server, `ethash:${theirHashes}`, opened);
  const login = join(folder, 'login');
  await writeFile(login, 'user:password');
  const paid: PaidOutput[] = [];
  return {
    coin: 'ETHW',
    algorithm: 'ethash',
    ...others,
    user: `ETHW:${account}.relay`,
    settings: {
      // The file wants a chain; this one's node is not there, and nothing is asked of it.
      chains: [
        {
          coin: 'LTC',
          mined: false,
          address: signer.address,
          nodes: [{ name: 'none', url: 'http://127.0.0.1:9', login }],
        },
      ],
      evm: [{ network: 'ETHW', account, signer: signer.socket, nodes, confirmations }],
    },
    miners: [
      'ETHW:0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
      'ETHW:0x3535353535353535353535353535353535353535',
    ],
    hashesPerSecondMax: 60,
    paidOutputs: async () => paid,
    async pay() {
      const value = `0x${(25n * 10n ** 17n).toString(16)}`;
      const hash = await anvil.ask<string>('eth_sendTransaction', { from: payer, to: account, value });
      await anvil.mined(hash);
      await sleep(1000 * blockSeconds * confirmations);
      paid.push({ reference: `${hash.replace('0x', '')}:0`, amount: '2.5' });
    },
  };
};

function proofOfWork({ method }: ProxiedCall, result: unknown): unknown {
  if (method === 'net_peerCount') return '0x19';
  if (method !== 'eth_getBlockByNumber' || typeof result !== 'object' || result === null) return undefined;
  return { ...result, difficulty: `0x${blockHashes.toString(16)}` };
}
