/** The operator meant another place than the one that was found, or the pool is in the way. Its message says all there is to say. */
export class OperatorFault extends Error {
  override readonly name = 'OperatorFault';
}
