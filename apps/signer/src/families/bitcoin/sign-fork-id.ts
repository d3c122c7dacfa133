import { RawOldTx, RawTx, VarBytes } from '@scure/btc-signer/script.js';
import { pubECDSA, signECDSA } from '@scure/btc-signer/utils.js';
import type { SignedTransaction } from '../family.ts';
import type { BitcoinNetwork } from './networks.ts';
import { sha256d, txidOf, type UnsignedTransaction } from './raw-transaction.ts';
import type { SpentOutput } from './sign-witness-key-hash.ts';
import { eight, four, outpoint } from './transaction-bytes.ts';

/** SIGHASH_ALL, every input and every output, with SIGHASH_FORKID: as a signature ends. */
const signAll = 0x41;

/**
 * Signs every input for all inputs and outputs with the hash of BIP 143, in whose last four bytes the number of the chain stands (fork id), whether the
 * signature then stands in a witness or in the input: so no other chain takes it. The hash says what the input is worth; that it is worth as much was read
 * from its whole previous transaction before (`readPayment`). Signatures are deterministic (RFC 6979), with both numbers in their lower form.
 *
 * @see doc/standards/replay-protected-sighash.md of Bitcoin-ABC/bitcoin-abc, and `SignatureHash` of BTCGPU/BTCGPU, src/script/interpreter.cpp
 */
export function signForkId(
  { keys, forkId }: Pick<BitcoinNetwork, 'keys'> & { readonly forkId: number },
  transaction: UnsignedTransaction,
  spent: readonly SpentOutput[],
): SignedTransaction {
  const stacks = transaction.inputs.map((_input, at) => {
    const output = spent[at];
    if (output === undefined) throw new Error('an input without the output that it spends');
    const { amount, secret, script } = output;
    const hash = forkIdHash(transaction, at, {
      script: keys === 'witness-key' ? scriptOfWitnessKey(script) : script,
      amount,
      type: signAll + 256 * forkId,
    });
    return [Uint8Array.of(...signECDSA(hash, secret, true), signAll), pubECDSA(secret, true)] as const;
  });
  const { version, lockTime } = transaction;
  const outputs = transaction.outputs.map(({ script, amount }) => ({ script, amount }));
  const inputs = transaction.inputs.map(({ txid, index, sequence }, at) => ({
    txid: Uint8Array.from(Buffer.from(txid, 'hex')),
    index,
    sequence,
    finalScriptSig:
      // Each push has fewer than 76 bytes.
      keys === 'key-hash'
        ? Uint8Array.from(Buffer.concat((stacks[at] ?? []).map((each) => VarBytes.encode(each))))
        : new Uint8Array(),
  }));
  if (keys === 'key-hash') {
    const bytes = RawOldTx.encode({ version, inputs, outputs, lockTime });
    return { bytes, txid: txidOf(bytes) };
  }
  const witnesses = stacks.map((stack) => [...stack]);
  return {
    bytes: RawTx.encode({ version, segwitFlag: true, inputs, outputs, witnesses, lockTime }),
    txid: transaction.txid,
  };
}

/** OP_DUP OP_HASH160 <20 bytes> OP_EQUALVERIFY OP_CHECKSIG for OP_0 <20 bytes> (BIP 143). */
function scriptOfWitnessKey(script: Uint8Array): Uint8Array {
  return Uint8Array.of(0x76, 0xa9, 20, ...script.subarray(2), 0x88, 0xac);
}

/**
 * What is signed of one input, for a type that covers all inputs and outputs.
 *
 * @param spends the script that has to be satisfied, what the input is worth, and the type of the signature with the number of the chain in its upper 24 bits
 */
export function forkIdHash(
  {
    version,
    lockTime,
    inputs,
    outputs,
  }: Pick<UnsignedTransaction, 'version' | 'lockTime' | 'inputs' | 'outputs'>,
  at: number,
  spends: { readonly script: Uint8Array; readonly amount: bigint; readonly type: number },
): Uint8Array {
  const input = inputs[at];
  if (input === undefined) throw new Error(`there is no input ${at}`);
  const paid = outputs.flatMap(({ script, amount }) => [eight(amount), VarBytes.encode(script)]);
  return sha256d(
    Buffer.concat([
      four(version),
      sha256d(Buffer.concat(inputs.map(outpoint))),
      sha256d(Buffer.concat(inputs.map(({ sequence }) => four(sequence)))),
      outpoint(input),
      VarBytes.encode(spends.script),
      eight(spends.amount),
      four(input.sequence),
      sha256d(Buffer.concat(paid)),
      four(lockTime),
      four(spends.type),
    ]),
  );
}
