import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';

/** What the keystore holds. None of it is ever printed, logged or put into an error. */
export interface Secrets {
  /** Names the keystore in its journal: 32 digits of hex. */
  readonly id: string;
  /** Seals the journal. */
  readonly journalKey: Uint8Array;
  /** The oldest first. */
  readonly keys: readonly SigningKey[];
}

export interface SigningKey {
  readonly network: string;
  readonly secret: Uint8Array;
}

/** log2 of scrypt's N: 128 MiB and some 0.3 s for each guess of a passphrase. */
export const scryptCost = 17;
const [costMin, costMax] = [10, 20];

const passphraseLengthMin = 12;

const format = 'openlode-keystore-1';

/** The keystore cannot be opened. */
export class KeystoreError extends Error {
  override readonly name = 'KeystoreError';
}

export function freshSecrets(): Secrets {
  return { id: randomBytes(16).toString('hex'), journalKey: randomBytes(32), keys: [] };
}

/** Encrypts under a key that follows from the passphrase and a fresh salt (scrypt, then AES-256-GCM): the text of the file. */
export function sealKeystore(secrets: Secrets, passphrase: string, cost = scryptCost): string {
  if (passphrase.length < passphraseLengthMin)
    throw new KeystoreError(`The passphrase must have at least ${passphraseLengthMin} characters.`);
  const head = {
    format,
    cost,
    salt: randomBytes(32).toString('hex'),
    nonce: randomBytes(12).toString('hex'),
  };
  const cipher = createCipheriv('aes-256-gcm', stretch(passphrase, head), Buffer.from(head.nonce, 'hex'));
  cipher.setAAD(boundText(head));
  const data = Buffer.concat([cipher.update(JSON.stringify(plainOf(secrets)), 'utf8'), cipher.final()]);
  return `${JSON.stringify({ ...head, data: data.toString('hex'), tag: cipher.getAuthTag().toString('hex') })}\n`;
}

/**
 * Opens what `sealKeystore` wrote.
 *
 * @throws KeystoreError where it is none, was changed, or the passphrase is another
 */
export function openKeystore(text: string, passphrase: string): Secrets {
  const sealed = readSealed(text);
  const decipher = createDecipheriv(
    'aes-256-gcm',
    stretch(passphrase, sealed),
    Buffer.from(sealed.nonce, 'hex'),
    { authTagLength: 16 },
  );
  decipher.setAAD(boundText(sealed));
  decipher.setAuthTag(Buffer.from(sealed.tag, 'hex'));
  let plain: Buffer;
  try {
    plain = Buffer.concat([decipher.update(Buffer.from(sealed.data, 'hex')), decipher.final()]);
  } catch {
    throw new KeystoreError('The passphrase is another one, or the keystore was changed.');
  }
  return readPlain(plain.toString('utf8'));
}

interface Head {
  readonly format: string;
  readonly cost: number;
  readonly salt: string;
  readonly nonce: string;
}

interface Sealed extends Head {
  readonly data: string;
  readonly tag: string;
}

function stretch(passphrase: string, { cost, salt }: Head): Buffer {
  const options = { N: 2 ** cost, r: 8, p: 1, maxmem: 2 ** cost * 8 * 128 + 2 ** 20 };
  return scryptSync(passphrase.normalize('NFC'), Buffer.from(salt, 'hex'), 32, options);
}

/** The head is not secret, and may not be changed either. */
function boundText({ format, cost, salt, nonce }: Head): Buffer {
  return Buffer.from(JSON.stringify([format, cost, salt, nonce]));
}

function readSealed(text: string): Sealed {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value !== 'object' || value === null) throw new KeystoreError('The file is no keystore.');
  const { format: written, cost, salt, nonce, data, tag } = value as Readonly<Record<string, unknown>>;
  const hex = (field: unknown, pattern: RegExp): field is string =>
    typeof field === 'string' && pattern.test(field);
  if (written !== format) throw new KeystoreError('The file is no keystore of this release.');
  if (typeof cost !== 'number' || !Number.isInteger(cost) || cost < costMin || cost > costMax)
    throw new KeystoreError('The keystore asks for an impossible effort: it was changed.');
  if (
    !hex(salt, /^[0-9a-f]{64}$/) ||
    !hex(nonce, /^[0-9a-f]{24}$/) ||
    !hex(data, /^(?:[0-9a-f]{2})+$/) ||
    !hex(tag, /^[0-9a-f]{32}$/)
  )
    throw new KeystoreError('The keystore is damaged.');
  return { format, cost, salt, nonce, data, tag };
}

interface Plain {
  readonly id: string;
  readonly journalKey: string;
  readonly keys: readonly { readonly network: string; readonly secret: string }[];
}

function plainOf({ id, journalKey, keys }: Secrets): Plain {
  return {
    id,
    journalKey: Buffer.from(journalKey).toString('hex'),
    keys: keys.map(({ network, secret }) => ({ network, secret: Buffer.from(secret).toString('hex') })),
  };
}

/** It was authenticated: it has the shape that it was written with. */
function readPlain(text: string): Secrets {
  const { id, journalKey, keys } = JSON.parse(text) as Plain;
  return {
    id,
    journalKey: Buffer.from(journalKey, 'hex'),
    keys: keys.map(({ network, secret }) => ({ network, secret: Buffer.from(secret, 'hex') })),
  };
}
