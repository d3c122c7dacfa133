import type { Envelope } from '@openlode/contracts/envelope';

/** A successful answer around its data. */
export function success<Data>(data: Data, text = 'Ok'): Envelope<Data> {
  return { success: true, msg: text, message: text, data };
}
