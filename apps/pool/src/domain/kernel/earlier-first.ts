/**
 * What `Rail.build` rejects with where payments of a network leave in an order, and an earlier one has not left yet. Nothing was signed; later
 * ones would wait for the same.
 */
export class EarlierFirst extends Error {
  override readonly name = 'EarlierFirst';
}
