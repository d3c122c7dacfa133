/** Where payouts of some networks leave the pool. */
export interface Rail {
  readonly name: string;
  readonly kind: 'sandbox' | 'real';
  /** Whether payouts of this coin on this network can leave now. */
  pays(coin: string, network: string): boolean;
}
