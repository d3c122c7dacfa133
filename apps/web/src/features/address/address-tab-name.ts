/** The tabs of an address, as its URL names them. */
export type AddressTabName = 'live' | 'workers' | 'payments' | 'referrals' | 'stats' | 'hub';
