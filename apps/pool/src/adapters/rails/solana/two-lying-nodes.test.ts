import { base58 } from '@scure/base';
import { beforeEach, describe, expect, it } from 'vitest';
import { hasLitesvm, litesvmMissing } from '../../../../../../testing/litesvm-library.ts';
import type { Rail, SignedTransaction } from '../../../domain/kernel/rail.ts';
import { solanaKeySigner } from './testing/key-signer.ts';
import type { ChainTransaction } from './testing/solana-chain.ts';
import { addressOf, nonceAccount, sol, SolanaPool } from './testing/solana-kit.ts';
import { writeMessage } from './write-message.ts';

const payee = addressOf('payee');

describe.skipIf(!hasLitesvm)(
  `two nodes that make up a transaction under the nonce of a payment${hasLitesvm ? '' : `: ${litesvmMissing}`}`,
  () => {
    let pool: SolanaPool;
    let rail: Rail;
    let signed: SignedTransaction;
    beforeEach(async () => {
      pool = await SolanaPool.start();
      rail = pool.open();
      const order = { payoutId: 1n, orderId: '1', coin: 'SOL', network: 'SOL', address: payee, memo: '' };
      const outcome = await rail.build([{ ...order, amount: sol * 10n ** 9n }], []);
      if (outcome.kind !== 'signed') throw new Error(`it is ${outcome.kind}`);
      signed = outcome;
      // Both say that the account has another value.
      pool.chain.putNonce(nonceAccount, pool.account);
    });
    const statuses = async () =>
      (await rail.lookUp('SOL', signed.txid, signed.proof)).map(({ status }) => status);
    /** Lists bytes as executed, at both nodes. */
    const show = (bytes: Uint8Array, keys: readonly string[]): string => {
      const txid = base58.encode(bytes.subarray(1, 65));
      const { slot } = pool.chain;
      const balances = keys.map(() => 0n);
      const effects = { error: null, keys, before: balances, after: balances };
      const shown = { txid, bytes, slot, time: pool.chain.timeOf(slot), ...effects };
      (pool.chain.executed as ChainTransaction[]).push(shown);
      pool.chain.advance(40);
      return txid;
    };
    /** What pays something else of our account under the nonce, and names it as the one that advances it. */
    const otherPayment = (): Uint8Array =>
      writeMessage({
        account: pool.account,
        nonceAccount,
        nonce: signed.proof['nonceValue'] ?? '',
        units: 5000n,
        unitPrice: 0n,
        transfer: { payee: addressOf('another'), lamports: 1n },
      });

    it('prove nothing where the signature is not that of our account', async () => {
      const forger = solanaKeySigner(new Uint8Array(32).fill(8));
      const txid = show(forger.signed(otherPayment()), [pool.account, nonceAccount]);
      await expect(statuses()).rejects.toThrow(`it lists ${txid}, which ${pool.account} has not signed`);
    });

    it('prove nothing where another account is said to advance the nonce', async () => {
      const message = otherPayment();
      // Of the first instruction: its program, three accounts, and the last of them, which was the first account.
      const at = 4 + 6 * 32 + 32 + 1 + 4;
      expect(message.slice(at - 4, at + 1)).toEqual(Uint8Array.of(3, 3, 1, 4, 0));
      message[at] = 2;
      show(pool.signer.signed(message), [pool.account, nonceAccount]);
      expect((await statuses()).map(({ kind }) => kind)).toEqual(['unclear', 'unclear']);
    });

    it('are believed where our account has signed it', async () => {
      const txid = show(pool.signer.signed(otherPayment()), [pool.account, nonceAccount]);
      const over = { kind: 'invalidated', why: `${txid} has used its nonce, in slot 140`, fee: 0n };
      expect(await statuses()).toEqual([over, over]);
    });
  },
);
