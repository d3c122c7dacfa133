import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { equalBytes } from '@noble/curves/utils.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { CompactSize, OutScript, RawWitness, Script, Transaction } from '@scure/btc-signer';
import { doubleSha256 } from '../families/base58-check.ts';
import { type KeyAddress, readKeyAddress, type SigningChain, taggedHash } from './bitcoin-address.ts';

/**
 * Whether the key of an address signed this text: BIP-322 "simple" for segwit and taproot addresses, or the legacy message signature
 * (65 bytes, also with BIP-137 headers) for key-hash and segwit addresses. The signature is base64. Never throws.
 */
export function verifyBitcoinMessage(
  chain: SigningChain,
  address: string,
  text: string,
  signature: string,
): boolean {
  const to = readKeyAddress(chain, address);
  if (to === undefined) return false;
  try {
    const bytes = base64.decode(signature.trim().replace(/^smp/, ''));
    // A BIP-322 witness of a key is longer, and one of taproot begins with its count of one.
    const isLegacy = bytes.length === 65 && (bytes[0] ?? 0) >= 27;
    return isLegacy ? isLegacySignature(chain, to, text, bytes) : isSimpleSignature(to, text, bytes);
  } catch {
    // Not base64, not a witness, or no point of the curve.
    return false;
  }
}

const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes));

/** The header is 27 to 42: recovery id, and what kind of address the wallet thought of; which key it was is all that counts. */
function isLegacySignature(chain: SigningChain, to: KeyAddress, text: string, bytes: Uint8Array): boolean {
  const header = bytes[0] ?? 0;
  if (header > 42) return false;
  const message = utf8ToBytes(text);
  const magic = utf8ToBytes(chain.magic);
  const hash = doubleSha256(
    concatBytes(
      CompactSize.encode(BigInt(magic.length)),
      magic,
      CompactSize.encode(BigInt(message.length)),
      message,
    ),
  );
  const recovered = concatBytes(Uint8Array.of((header - 27) % 4), bytes.subarray(1));
  const key = secp256k1.recoverPublicKey(recovered, hash, { prehash: false });
  switch (to.kind) {
    case 'key-hash': {
      const isCompressed = header >= 31;
      return equalBytes(hash160(isCompressed ? key : secp256k1.Point.fromBytes(key).toBytes(false)), to.hash);
    }
    case 'witness-key-hash':
      return equalBytes(hash160(key), to.hash);
    case 'script-hash':
      return equalBytes(hash160(OutScript.encode({ type: 'wpkh', hash: hash160(key) })), to.hash);
    case 'taproot':
      return false;
  }
}

function isSimpleSignature(to: KeyAddress, text: string, bytes: Uint8Array): boolean {
  const witness = RawWitness.decode(bytes);
  if (to.kind === 'witness-key-hash') return isWitnessOfKeyHash(to.hash, text, witness);
  return to.kind === 'taproot' && isWitnessOfTaproot(to.key, text, witness);
}

const sighashAll = 1;
const sighashDefault = 0;

function isWitnessOfKeyHash(hash: Uint8Array, text: string, witness: readonly Uint8Array[]): boolean {
  const [signature, key] = witness;
  if (witness.length !== 2 || signature === undefined || key?.length !== 33) return false;
  if (!equalBytes(hash160(key), hash) || signature.at(-1) !== sighashAll) return false;
  const toSign = toSignOf(OutScript.encode({ type: 'wpkh', hash }), text);
  const digest = toSign.preimageWitnessV0(0, OutScript.encode({ type: 'pkh', hash }), sighashAll, 0n);
  return secp256k1.verify(signature.subarray(0, -1), digest, key, { prehash: false, format: 'der' });
}

function isWitnessOfTaproot(key: Uint8Array, text: string, witness: readonly Uint8Array[]): boolean {
  const [signature] = witness;
  if (witness.length !== 1 || signature === undefined) return false;
  const type = signature.length === 65 ? signature[64] : sighashDefault;
  if (signature.length !== 64 && type !== sighashAll) return false;
  const script = OutScript.encode({ type: 'tr', pubkey: key });
  const digest = toSignOf(script, text).preimageWitnessV1(0, [script], type ?? sighashDefault, [0n]);
  return schnorr.verify(signature.subarray(0, 64), digest, key);
}

/** BIP-322: the virtual transaction `to_sign`, which spends `to_spend`, which commits to address and text. */
function toSignOf(script: Uint8Array, text: string): Transaction {
  const options = {
    version: 0,
    allowUnknownOutputs: true,
    allowUnknownInputs: true,
    disableScriptCheck: true,
  };
  const toSpend = new Transaction(options);
  const message = taggedHash('BIP0322-signed-message', utf8ToBytes(text));
  // Outputs first: an input with a script counts as signed.
  toSpend.addOutput({ script, amount: 0n });
  toSpend.addInput({
    txid: new Uint8Array(32),
    index: 0xffffffff,
    sequence: 0,
    finalScriptSig: Script.encode(['OP_0', message]),
  });
  const toSign = new Transaction(options);
  toSign.addOutput({ script: Script.encode(['RETURN']), amount: 0n });
  toSign.addInput({
    txid: toSpend.id,
    index: 0,
    sequence: 0,
    witnessUtxo: { script, amount: 0n },
  });
  return toSign;
}
