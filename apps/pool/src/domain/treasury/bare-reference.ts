/** A reference of a transaction in lower case, without what wallets and explorers of EVM networks write before a hash: it is the same one. */
export function bareReference(reference: string): string {
  return reference
    .trim()
    .toLowerCase()
    .replace(/^0x(?=[0-9a-f]{64}(?::|$))/, '');
}
