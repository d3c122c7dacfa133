import { base58 } from '@scure/base';
import { createHash } from 'node:crypto';
import { SolanaChain } from './solana-chain.ts';
import type { Rail } from '../../../../domain/kernel/rail.ts';
import type { CoinReservations } from '../../../../domain/kernel/coin-reservations.ts';
import { memoryReservations } from '../../bitcoin/testing/memory-reservations.ts';
import type { SolanaNode } from '../solana-node.ts';
import { solanaRail, type SolanaRailOptions } from '../solana-rail.ts';
import { type SolanaKeySigner, solanaKeySigner } from './key-signer.ts';
import { SolanaStandIn } from './solana-stand-in.ts';

/** Slots under which a finalized payment is final, in suites. */
export const confirmations = 2;
export const sol = 10n ** 9n;
export const nonceAccount = addressOf('nonce');

/** An address by a name. */
export function addressOf(name: string): string {
  return base58.encode(createHash('sha256').update(name).digest());
}

/** The pool's account with ten SOL on a chain of its own, which two stand-ins for nodes know. */
export class SolanaPool {
  readonly chain: SolanaChain;
  readonly signer: SolanaKeySigner = solanaKeySigner(new Uint8Array(32).fill(5));
  readonly one: SolanaStandIn;
  readonly two: SolanaStandIn;
  readonly nodes: readonly SolanaNode[];

  private constructor(chain: SolanaChain) {
    this.chain = chain;
    this.one = new SolanaStandIn(chain);
    this.two = new SolanaStandIn(chain);
    this.nodes = [
      { name: 'one', rpc: this.one },
      { name: 'two', rpc: this.two },
    ];
  }

  static async start(now = Date.UTC(2026, 10, 30)): Promise<SolanaPool> {
    const pool = new SolanaPool(await SolanaChain.start(now));
    pool.chain.give(pool.account, 10n * sol);
    pool.chain.putNonce(nonceAccount, pool.account);
    pool.chain.advance(40);
    return pool;
  }

  get account(): string {
    return this.signer.account;
  }

  get options(): SolanaRailOptions {
    return {
      kind: 'regtest',
      nodes: this.nodes,
      account: this.account,
      nonceAccount,
      signer: this.signer,
      reservations: memoryReservations(),
      feeMax: 10n ** 15n,
      confirmations,
    };
  }

  open(more: Partial<SolanaRailOptions> & { readonly reservations?: CoinReservations } = {}): Rail {
    return solanaRail({ ...this.options, ...more });
  }

  /** In lamports, by the chain itself. */
  heldBy(address: string): bigint {
    return this.chain.accountAt(address, this.chain.slot)?.lamports ?? 0n;
  }
}
