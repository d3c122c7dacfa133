/** An address over 23 characters keeps `ends` characters at each end: 16, or 9 on a narrow screen. */
export function trimAddress(address: string, ends: 16 | 9): string {
  return address.length > 23 && address.length > 2 * ends + 1
    ? `${address.slice(0, ends)}…${address.slice(-ends)}`
    : address;
}
