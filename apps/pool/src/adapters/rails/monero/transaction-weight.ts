const bytesOfPoint = 32;
/** Of a transaction as wallets build them today: rings of sixteen, one proof of all amounts (Bulletproofs+), a tag for each output. */
const ringSize = 16;
/** The key of the transaction, and the number of a payment, which is there also where no address has one. */
const bytesOfExtra = 44;
/** Its version, lock, counts and form, and the fee. */
const bytesOfHead = 15;
/** An image, what the ring is made of, its signature, and what hides the amount. */
const bytesOfInput = 7 + bytesOfPoint + 2 * ringSize + (ringSize + 2) * bytesOfPoint + bytesOfPoint;
/** Its key and tag, the hidden amount, and what that is bound by. */
const bytesOfOutput = 6 + bytesOfPoint + 1 + 8 + bytesOfPoint;

/**
 * What fees are counted by, for a transaction of this many inputs and outputs, within three percent: numbers are shorter where they are
 * small.
 *
 * @param hasFurther whether one of several payees has a further address: then each output has a key of its own
 */
export function transactionWeight(inputs: number, outputs: number, hasFurther = false): bigint {
  const keys = hasFurther ? 2 + outputs * bytesOfPoint : 0;
  const size =
    bytesOfHead +
    bytesOfExtra +
    keys +
    inputs * bytesOfInput +
    outputs * bytesOfOutput +
    bytesOfProof(outputs);
  return BigInt(size + chargedBesides(outputs));
}

/** One proof of several amounts is hardly longer than that of one. */
function bytesOfProof(outputs: number): number {
  return bytesOfPoint * (6 + 2 * (6 + halvings(outputs)));
}

/** But takes as long to be verified as many: four fifths of what is saved beside a proof for each two is charged all the same. */
function chargedBesides(outputs: number): number {
  if (outputs <= 2) return 0;
  const asPairs = (bytesOfProof(2) / 2) * 2 ** halvings(outputs);
  return Math.floor(((asPairs - bytesOfProof(outputs)) * 4) / 5);
}

/** How often the outputs, filled up to a power of two, become half as many until one is left. */
function halvings(outputs: number): number {
  return Math.ceil(Math.log2(outputs));
}
