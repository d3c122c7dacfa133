/**
 * The most that the network takes for a payment, in sun: what it takes for opening an account. Bytes do not say it, and nothing in them bounds it; before it is signed, nodes
 * are asked what it takes now. The signer counts as much for each payment, and the cap of the settings has to allow it.
 */
export const feeMost = 1_100_000n;
