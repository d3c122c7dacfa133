/** A refusal of the database, with PostgreSQL's five-character code where it gave one. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: string | undefined;

  constructor(message: string, errorCode: string | undefined) {
    super(message);
    this.code = errorCode;
  }
}
