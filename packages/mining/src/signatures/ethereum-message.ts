import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * Whether the key of an EVM address signed this text by EIP-191 (`personal_sign`). The signature is hex of r, s and v, v being 0, 1, 27
 * or 28. Contract wallets have no key, so they cannot sign this way (EIP-1271 would need a node). Never throws.
 */
export function verifyEthereumMessage(address: string, text: string, signature: string): boolean {
  const match = /^(?:0x)?([0-9a-f]{128})(00|01|1b|1c)$/i.exec(signature.trim());
  if (match === null) return false;
  const recovery = Number.parseInt(match[2] ?? '', 16) % 27;
  const message = utf8ToBytes(text);
  const prefix = utf8ToBytes(`\x19Ethereum Signed Message:\n${message.length}`);
  try {
    const compressed = secp256k1.recoverPublicKey(
      concatBytes(Uint8Array.of(recovery), hexToBytes(match[1] ?? '')),
      keccak_256(concatBytes(prefix, message)),
      { prehash: false },
    );
    const key = secp256k1.Point.fromBytes(compressed).toBytes(false).subarray(1);
    return `0x${bytesToHex(keccak_256(key).subarray(12))}` === address.toLowerCase();
  } catch {
    // No point of the curve: r or s is out of range.
    return false;
  }
}
