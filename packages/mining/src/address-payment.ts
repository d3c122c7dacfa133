import { base58, bech32, bech32m } from '@scure/base';
import { doubleSha256 } from './families/base58-check.ts';
import { readCashAddress, writeCashAddress } from './families/cash-address.ts';
import { decodeBytes, endsWithHash, startsWith } from './families/decode-bytes.ts';

/** How a network of Bitcoin's family writes its addresses, as in its `chainparams`. */
export interface AddressPrefixes {
  /** Version bytes of pay-to-public-key-hash … */
  readonly keyHash: readonly (readonly number[])[];
  /** … and of pay-to-script-hash. */
  readonly scriptHash: readonly (readonly number[])[];
  /** Human-readable parts of segwit addresses; none where the chain has no segwit. */
  readonly segwit: readonly string[];
  /** What stands before the colon of an address of Bitcoin Cash, which may be left out. */
  readonly cash?: string;
  /** Such addresses are Nexa's: types 2 and 3 are none, and 19 pays to the template of a key. */
  readonly hasTemplates?: true;
}

/** What an address pays to. */
export type AddressPayment =
  | { readonly kind: 'key-hash'; readonly hash: Uint8Array }
  | { readonly kind: 'script-hash'; readonly hash: Uint8Array }
  | { readonly kind: 'template'; readonly hash: Uint8Array }
  | { readonly kind: 'witness'; readonly version: number; readonly program: Uint8Array };

/** Of Nexa: OP_0 OP_1 <20 bytes>, in an output whose type says that it is a template (src/script/template.h of its node). */
const keyTemplate = [0x00, 0x51, 20];
/** The version byte of such addresses, whose payload is a script with its length before it. */
const templateVersion = 19 << 3;

/** Reads an address of one network; undefined where it is none, or its checksum is wrong. */
export function readAddressPayment(prefixes: AddressPrefixes, address: string): AddressPayment | undefined {
  const lower = address.toLowerCase();
  const segwit = prefixes.segwit.find((prefix) => lower.startsWith(`${prefix}1`));
  if (segwit !== undefined) return readWitness(segwit, address);
  return readBase58(prefixes, address) ?? readCash(prefixes, address);
}

/**
 * The script that an output to this address has, byte for byte.
 *
 * @see https://github.com/bitcoin/bips/blob/master/bip-0141.mediawiki for witness programs
 */
export function outputScript(prefixes: AddressPrefixes, address: string): Uint8Array | undefined {
  const payment = readAddressPayment(prefixes, address);
  switch (payment?.kind) {
    case undefined:
      return undefined;
    case 'key-hash':
      // OP_DUP OP_HASH160 <20 bytes> OP_EQUALVERIFY OP_CHECKSIG
      return Uint8Array.of(0x76, 0xa9, 20, ...payment.hash, 0x88, 0xac);
    case 'script-hash':
      // OP_HASH160 <20 bytes> OP_EQUAL
      return Uint8Array.of(0xa9, 20, ...payment.hash, 0x87);
    case 'template':
      // No group of tokens, the template 1, and the hash of the script with its key.
      return Uint8Array.of(...keyTemplate, ...payment.hash);
    case 'witness': {
      const { version, program } = payment;
      // OP_0, or OP_1 to OP_16.
      return Uint8Array.of(version === 0 ? 0 : 0x50 + version, program.length, ...program);
    }
  }
}

/**
 * The address of an output script, as the network spells it first; undefined where it has none, or the script is no payment to an address.
 * The other direction of `outputScript`.
 */
export function addressOfScript(prefixes: AddressPrefixes, script: Uint8Array): string | undefined {
  const { length } = script;
  const { cash } = prefixes;
  if (length === 25 && startsWith(script, [0x76, 0xa9, 20]) && script[23] === 0x88 && script[24] === 0xac) {
    const hash = script.subarray(3, 23);
    return cash === undefined ? spellBase58(prefixes.keyHash[0], hash) : writeCashAddress(cash, 0, hash);
  }
  if (length === 23 && startsWith(script, [0xa9, 20]) && script[22] === 0x87) {
    const hash = script.subarray(2, 22);
    return cash === undefined ? spellBase58(prefixes.scriptHash[0], hash) : writeCashAddress(cash, 8, hash);
  }
  if (cash !== undefined && prefixes.hasTemplates === true && isKeyTemplate(script))
    return writeCashAddress(cash, templateVersion, Uint8Array.of(length, ...script));
  return spellWitness(prefixes.segwit[0], script);
}

/** Whether a script is Nexa's template of a key. */
export function isKeyTemplate(script: Uint8Array): boolean {
  return script.length === 23 && startsWith(script, keyTemplate);
}

/** All addresses of an output script, as the network may spell it; the first is that of `addressOfScript`. */
export function addressesOfScript(prefixes: AddressPrefixes, script: Uint8Array): readonly string[] {
  const { cash } = prefixes;
  const first = addressOfScript(prefixes, script);
  if (first === undefined) return [];
  const each = (one: Partial<AddressPrefixes>): string | undefined =>
    addressOfScript({ keyHash: [], scriptHash: [], segwit: [], ...one }, script);
  const payment = readAddressPayment(prefixes, first);
  const tokenAware =
    cash === undefined ||
    prefixes.hasTemplates === true ||
    payment === undefined ||
    payment.kind === 'witness'
      ? undefined
      : writeCashAddress(cash, payment.kind === 'key-hash' ? 16 : 24, payment.hash);
  const all = [
    first,
    tokenAware,
    ...prefixes.keyHash.map((version) => each({ keyHash: [version] })),
    ...prefixes.scriptHash.map((version) => each({ scriptHash: [version] })),
    ...prefixes.segwit.map((prefix) => each({ segwit: [prefix] })),
  ];
  return [...new Set(all.filter((address) => address !== undefined))];
}

function spellBase58(version: readonly number[] | undefined, hash: Uint8Array): string | undefined {
  if (version === undefined) return undefined;
  const body = Uint8Array.of(...version, ...hash);
  return base58.encode(Uint8Array.of(...body, ...doubleSha256(body).subarray(0, 4)));
}

function spellWitness(prefix: string | undefined, script: Uint8Array): string | undefined {
  const [first = 0xff, size] = script;
  const version = first === 0 ? 0 : first - 0x50;
  if (prefix === undefined || version < 0 || version > 16 || size !== script.length - 2) return undefined;
  if (version === 0 ? size !== 20 && size !== 32 : size < 2 || size > 40) return undefined;
  const coder = version === 0 ? bech32 : bech32m;
  return coder.encode(prefix, [version, ...coder.toWords(script.subarray(2))]);
}

function readBase58({ keyHash, scriptHash }: AddressPrefixes, address: string): AddressPayment | undefined {
  const bytes = decodeBytes(base58, address);
  if (bytes === null || !endsWithHash(bytes, 4, doubleSha256)) return undefined;
  const hash = bytes.subarray(-24, -4);
  const isOf = (version: readonly number[]): boolean =>
    bytes.length === version.length + 24 && startsWith(bytes, version);
  if (keyHash.some(isOf)) return { kind: 'key-hash', hash };
  return scriptHash.some(isOf) ? { kind: 'script-hash', hash } : undefined;
}

/** Version 0 has a bech32 checksum over 20 or 32 bytes, later versions a bech32m checksum over 2 to 40 (BIP 173, BIP 350). */
function readWitness(prefix: string, address: string): AddressPayment | undefined {
  const zero = bech32.decodeUnsafe(address);
  const decoded = zero ?? bech32m.decodeUnsafe(address);
  const version = decoded?.words[0];
  if (decoded === undefined || decoded.prefix !== prefix || version === undefined) return undefined;
  const program = bech32.fromWordsUnsafe(decoded.words.slice(1));
  if (program === undefined || version > 16 || (version === 0) !== (zero !== undefined)) return undefined;
  const { length } = program;
  const fits = version === 0 ? length === 20 || length === 32 : length >= 2 && length <= 40;
  return fits ? { kind: 'witness', version, program } : undefined;
}

/** Types 2 and 3 are the token-aware twins of 0, a key hash, and 1, a script hash. Nexa has none of them. */
function readCash({ cash, hasTemplates }: AddressPrefixes, address: string): AddressPayment | undefined {
  if (cash === undefined) return undefined;
  const body = address.startsWith(`${cash}:`) ? address.slice(cash.length + 1) : address;
  const read = readCashAddress(cash, body);
  if (read.kind !== 'right') return undefined;
  if (hasTemplates === true && read.version === templateVersion) return readTemplate(read.payload);
  if (read.payload.length !== 20 || (hasTemplates === true && read.version > 8)) return undefined;
  if (read.version % 8 !== 0 || read.version >> 3 > 3) return undefined;
  const kind = (read.version >> 3) % 2 === 0 ? 'key-hash' : 'script-hash';
  return { kind, hash: read.payload };
}

/** Any other template than that of a key has rules of its own, and what is paid to it could be lost. */
function readTemplate(payload: Uint8Array): AddressPayment | undefined {
  const isOfKey = payload.length === 24 && startsWith(payload, [23, ...keyTemplate]);
  return isOfKey ? { kind: 'template', hash: payload.subarray(4) } : undefined;
}
