import { createHmac } from 'node:crypto';

/** An HMAC of a constant: it tells secrets apart and gives none away. */
export function fingerprintOf(secret: Uint8Array): Buffer {
  return createHmac('sha256', secret).update('openlode secret fingerprint').digest();
}

/**
 * Tells ledgers apart: the fingerprint of the secret that every process of one ledger has, that its backups have, and that a move to
 * another database keeps. Another pool has another one.
 */
export function ledgerIdOf(secret: Uint8Array): string {
  return fingerprintOf(secret).toString('hex');
}
