import { base58, bech32 } from '@scure/base';
import type { AddressValidators, AddressVerdict } from '../address-validator.ts';
import { crc32 } from './crc.ts';
import { decodeBytes, startsWith } from './decode-bytes.ts';
import { malformed, valid, wrongChecksum } from './verdicts.ts';

/** Cardano on the main network: Shelley payment addresses (CIP-19) and Byron addresses. */
export const cardano: AddressValidators = {
  ADA: (address) => (address.startsWith('addr1') ? judgeShelley(address) : judgeByron(address)),
};

function judgeShelley(address: string): AddressVerdict {
  if (address !== address.toLowerCase()) return malformed;
  const decoded = bech32.decodeUnsafe(address, 128);
  if (decoded === undefined || decoded.prefix !== 'addr') return wrongChecksum;
  const bytes = bech32.fromWordsUnsafe(decoded.words);
  const header = bytes?.[0];
  if (bytes === undefined || header === undefined || (header & 0x0f) !== 1) return malformed;
  const type = header >> 4;
  const fits =
    (type <= 3 && bytes.length === 57) ||
    ((type === 4 || type === 5) && bytes.length >= 32 && bytes.length <= 57) ||
    ((type === 6 || type === 7) && bytes.length === 29);
  return fits ? valid(address) : malformed;
}

/**
 * A Byron address is the CBOR pair of tagged bytes (tag 24) and their CRC-32. A wrong letter changes every byte behind
 * it, so letters that make no such pair are a wrong checksum to the reader.
 */
function judgeByron(address: string): AddressVerdict {
  const bytes = decodeBytes(base58, address);
  if (bytes === null) return malformed;
  if (!startsWith(bytes, [0x82, 0xd8, 0x18])) return wrongChecksum;
  const isLong = bytes[3] === 0x58;
  const start = isLong ? 5 : 4;
  const length = isLong ? (bytes[4] ?? 0) : (bytes[3] ?? 0) - 0x40;
  const checksum = length > 0 ? readCborNumber(bytes.subarray(start + length)) : null;
  if (checksum === null) return wrongChecksum;
  return crc32(bytes.subarray(start, start + length)) === checksum ? valid(address) : wrongChecksum;
}

/** The number that fills these bytes to the last, or null. */
function readCborNumber(bytes: Uint8Array): number | null {
  const [head = 0xff, ...rest] = bytes;
  if (head < 24 && rest.length === 0) return head;
  const lengths: Readonly<Record<number, number>> = { 0x18: 1, 0x19: 2, 0x1a: 4 };
  if (lengths[head] !== rest.length) return null;
  return rest.reduce((value, byte) => value * 256 + byte, 0);
}
