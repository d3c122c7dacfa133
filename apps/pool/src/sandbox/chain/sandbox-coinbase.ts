import { unitsPerSatoshi } from '@openlode/money/amount';
import { coinbaseAround, pushOfHeight } from '../../adapters/chains/bitcoin/coinbase.ts';

const tag = Buffer.from('/Openlode sandbox/', 'latin1');
/** `OP_TRUE`: anyone could spend it. Coins of the sandbox are worth nothing and say so. */
const anyone = Uint8Array.of(0x51);

/** The coinbase of a sandbox block around its free bytes. The reward is in ledger units; the transaction counts satoshis. */
export function sandboxCoinbase(height: number, reward: bigint): { prefix: Uint8Array; suffix: Uint8Array } {
  return coinbaseAround({
    before: pushOfHeight(height),
    after: tag,
    outputs: [{ value: reward / unitsPerSatoshi, script: anyone }],
  });
}
