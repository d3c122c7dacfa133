import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { toEip55 } from '../families/eip55.ts';

/** An EVM wallet for suites: the address of a key of 32 bytes … */
export function ethereumAddressOf(key: Uint8Array): string {
  return toEip55(`0x${bytesToHex(keccak_256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(12))}`);
}

/** … and what it answers to `personal_sign`. */
export function signEthereum(key: Uint8Array, text: string): string {
  const message = utf8ToBytes(text);
  const prefix = utf8ToBytes(`\x19Ethereum Signed Message:\n${message.length}`);
  const [recovery = 0, ...rest] = secp256k1.sign(keccak_256(concatBytes(prefix, message)), key, {
    prehash: false,
    format: 'recovered',
  });
  return `0x${bytesToHex(Uint8Array.from([...rest, recovery + 27]))}`;
}
