/** Private keys are numbers below it: the order of secp256k1. */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

export function isSecretKey(bytes: Uint8Array): boolean {
  const number = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  return bytes.length === 32 && number > 0n && number < order;
}
