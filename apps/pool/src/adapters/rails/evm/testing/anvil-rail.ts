import { getAddress } from 'viem/utils';
import { type AnvilNode, anvilKeys } from '../../../../../../../testing/anvil-node.ts';
import type { Rail } from '../../../../domain/kernel/rail.ts';
import type { NetworkWallet } from '../../../../domain/kernel/wallet.ts';
import { memoryReservations } from '../../bitcoin/testing/memory-reservations.ts';
import { type NodeRpc, openNodeRpc } from '../../../chains/nodes/node-rpc.ts';
import type { EvmToken } from '../assets.ts';
import { evmNetwork } from '../evm-networks.ts';
import type { EvmNode } from '../evm-node.ts';
import { evmRail, type EvmRailOptions } from '../evm-rail.ts';
import { evmWallet } from '../evm-wallet.ts';
import { type EvmKeySigner, evmKeySigner } from './key-signer.ts';

/** Blocks under which a payment is final, in suites. */
export const confirmations = 3;

/** The pool's account on one anvil, asked over two connections: two witnesses of one chain. */
export class AnvilRail {
  readonly signer: EvmKeySigner = evmKeySigner(anvilKeys[0]);
  readonly nodes: readonly EvmNode[];
  readonly tokens: EvmToken[] = [];
  readonly #opened: readonly NodeRpc[];

  constructor(node: AnvilNode) {
    this.#opened = [0, 1].map(() => openNodeRpc({ url: new URL(node.url), version: '2.0' }));
    this.nodes = this.#opened.map((rpc, index) => ({ name: index === 0 ? 'one' : 'two', rpc }));
  }

  get own(): string {
    return getAddress(this.signer.account);
  }

  open(more: Partial<EvmRailOptions> = {}): Rail {
    return evmRail({
      facts: evmNetwork('ETH'),
      kind: 'regtest',
      nodes: this.nodes,
      account: this.signer.account,
      tokens: this.tokens,
      signer: this.signer,
      reservations: memoryReservations(),
      gasPriceMax: 100n * 10n ** 9n,
      feeMax: 10n ** 16n,
      confirmations,
      ...more,
    });
  }

  wallet(): NetworkWallet {
    const { account } = this.signer;
    return evmWallet({ facts: evmNetwork('ETH'), kind: 'regtest', account, tokens: this.tokens }, this.nodes);
  }

  close(): void {
    for (const rpc of this.#opened) rpc.close();
  }
}
