/** A second transaction, so that miners and listeners really fold a merkle branch. */
export function otherTransaction(height: number): Uint8Array {
  return Buffer.from(`openlode sandbox transaction of block ${height}`, 'latin1');
}
