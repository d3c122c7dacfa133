/** A backup that cannot be trusted, or is of a release that this program does not know. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault';
}
