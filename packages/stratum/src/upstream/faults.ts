/** What an upstream did that no pool should. */
export type ClientFault =
  /** No JSON, or not one text of UTF-8. */
  | 'unreadable'
  /** JSON that is no message of the protocol, or a known message with values of the wrong type. */
  | 'shape'
  | 'unknown-method'
  /** An answer to a question that was not asked, or was answered before. */
  | 'unasked-answer'
  | 'bad-job'
  /** A job that was given already, with the same content and prefix. */
  | 'repeated-job'
  /** Zero, below one hash a share, above 2^256, or no number. */
  | 'bad-difficulty'
  /** A job without any difficulty, in a dialect that has none to begin with. */
  | 'no-difficulty'
  /** An odd number of digits, no hexadecimal text, too long, or nothing left for us to fill in. */
  | 'bad-extranonce'
  /** Version bits that were not asked for. */
  | 'bad-version-mask'
  | 'subscription-refused'
  | 'login-refused'
  /** The greeting was not answered in time. */
  | 'no-answer'
  /** No job for longer than a chain of its pace can need. */
  | 'silent'
  /** More lines, characters or jobs in a second than any pool has to say: they take the time of all miners, who are told each job. */
  | 'too-many-lines'
  /** More of the faults that are let pass than a working pool makes. */
  | 'too-many-faults';

/** Some pools do these day in, day out: they are counted, and nothing is done with the line. */
const ignoredFaults: ReadonlySet<ClientFault> = new Set(['unknown-method', 'unasked-answer', 'repeated-job']);

/** Faults that are let pass between two jobs. */
export const ignoredFaultsMax = 64;

/** Whether a connection with this fault must not be used any longer: what it says of work or difficulty is not certain. */
export function endsConnection(fault: ClientFault): boolean {
  return !ignoredFaults.has(fault);
}
