/** What `Rail.build` rejects with where an exchange pays to addresses that were registered there alone, and this one was not. Nothing was signed. */
export class NotRegistered extends Error {
  override readonly name = 'NotRegistered';
}
