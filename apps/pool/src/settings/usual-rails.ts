/** What holds of a rail where the file does not say it: blocks, units a virtual byte, and a part of a coin. */
export interface UsualRail {
  readonly confirmations: number;
  readonly feeRateMin: number;
  readonly feeRateMax: number;
  readonly feeMax: number;
}

const usual: UsualRail = { confirmations: 6, feeRateMin: 10, feeRateMax: 200, feeMax: 0.002 };

/** 0.01 for 1,000 bytes, as its developers recommend: `RECOMMENDED_MIN_TX_FEE` of dogecoin/dogecoin, src/policy/policy.h, 1.14. */
const dogecoin: UsualRail = { ...usual, feeRateMin: 1000, feeRateMax: 10_000, feeMax: 0.1 };

/** 0.001 for 1,000 bytes is the least that its nodes relay: `DEFAULT_MIN_RELAY_TX_FEE` of vertcoin-project/vertcoin-core, src/validation.h, 23.2. */
const vertcoin: UsualRail = { ...usual, feeRateMin: 100, feeRateMax: 2000, feeMax: 0.01 };

const usualByCoin: ReadonlyMap<string, UsualRail> = new Map([
  // A coin of it is worth a thousand times as much.
  ['BTC', { ...usual, feeRateMin: 1, feeMax: 0.0005 }],
  // 1,000 for 1,000 bytes is the least that its nodes relay, and what they estimate (bitcoin-cash-node 28, src/validation.h).
  ['BCH', { ...usual, feeRateMin: 1, feeRateMax: 20, feeMax: 0.0005 }],
  // 10 for 1,000 bytes is the least that its nodes relay (Bitcoin-ABC/bitcoin-abc 0.33, src/policy/policy.h); a million of its coins are worth one of BCH.
  ['XEC', { ...usual, feeRateMin: 1, feeRateMax: 20, feeMax: 500 }],
  ['DOGE', dogecoin],
  // The same is the least that its nodes relay: `DEFAULT_MIN_RELAY_TX_FEE` of RavenProject/Ravencoin, src/validation.h, 4.6.
  ['RVN', dogecoin],
  ['VTC', vertcoin],
  // The same constant of viacoin/viacoin, src/validation.h, 0.16.3.
  ['VIA', vertcoin],
  // The least of its own wallets: `DEFAULT_TRANSACTION_MINFEE` of DigiByte-Core/digibyte, src/wallet/wallet.h, 7.17.3.
  ['DGB', { ...usual, feeRateMin: 100, feeRateMax: 20_000, feeMax: 0.1 }],
  // 0.1 for 1,000 bytes is the least that its nodes relay: `DEFAULT_MIN_RELAY_TX_FEE` of vergecurrency/verge, src/validation.h, 26.7; a coin has six decimals.
  ['XVG', { ...usual, feeRateMin: 100, feeRateMax: 2000, feeMax: 1 }],
  // 5,000 for each input, or each output where they are more, is what its nodes take at least (ZIP 317): 148 a byte where all are outputs of 34 bytes.
  // At 150 a byte a payment out of 44 coins takes the 0.01.
  ['ZEC', { ...usual, feeRateMin: 150, feeRateMax: 1500, feeMax: 0.01 }],
  // 10 for 1,000 bytes is the least that its nodes relay: `DEFAULT_MIN_RELAY_TX_FEE` of Nexa 1.2, src/chainparams.h; a coin has two decimals.
  ['NEXA', { ...usual, feeRateMin: 1, feeRateMax: 20, feeMax: 500 }],
  // 0.004 for 1,000 bytes is the least that its nodes relay: `DEFAULT_MIN_RELAY_TX_FEE` of qtumproject/qtum, src/policy/policy.h, 27.1.
  ['QTUM', { ...usual, feeRateMin: 400, feeRateMax: 4000, feeMax: 0.02 }],
]);

export function usualOf(coin: string): UsualRail {
  return usualByCoin.get(coin) ?? usual;
}
