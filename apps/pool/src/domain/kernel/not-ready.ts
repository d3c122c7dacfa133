/** Why a part of the pool cannot do its work now, in a sentence that may be published. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}
