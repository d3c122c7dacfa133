/**
 * The PSBT (BIP 174, version 0) that the signer reads: the unsigned transaction, and for each of its inputs the whole transaction that made
 * the output it spends. Nodes leave those out for segwit inputs, and without them the value of an input is only claimed.
 *
 * @param unsigned bytes of the transaction without witnesses, all input scripts empty
 * @param previous for each input in order, bytes of the transaction that it spends from
 * @param outputs how many outputs the transaction has
 *
 * @see https://github.com/bitcoin/bips/blob/master/bip-0174.mediawiki
 */
export function buildPsbt(
  unsigned: Uint8Array,
  previous: readonly Uint8Array[],
  outputs: number,
): Uint8Array {
  const magic = Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff);
  const end = Uint8Array.of(0);
  return concat([
    magic,
    ...field(0x00, unsigned),
    end,
    ...previous.flatMap((transaction) => [...field(0x00, transaction), end]),
    ...Array.from({ length: outputs }, () => end),
  ]);
}

/** Key and value of one field whose key is nothing but its type. */
function field(type: number, value: Uint8Array): Uint8Array[] {
  return [Uint8Array.of(1, type), compactSize(value.length), value];
}

function compactSize(length: number): Uint8Array {
  if (length < 0xfd) return Uint8Array.of(length);
  if (length <= 0xffff) return Uint8Array.of(0xfd, length & 0xff, length >> 8);
  return Uint8Array.of(0xfe, length & 0xff, (length >> 8) & 0xff, (length >> 16) & 0xff, length >>> 24);
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
