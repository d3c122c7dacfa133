/** A token that is paid on a network. */
export interface EvmToken {
  /** As the catalogue names it. */
  readonly coin: string;
  /** In lower case. */
  readonly contract: string;
  readonly decimals: number;
}

/** What is paid on a network: its coin, and tokens. */
export class PaidAssets {
  readonly #asset: string;
  readonly tokens: readonly EvmToken[];

  constructor(asset: string, tokens: readonly EvmToken[]) {
    this.#asset = asset;
    this.tokens = tokens;
  }

  has(coin: string): boolean {
    return coin === this.#asset || this.tokenOf(coin) !== undefined;
  }

  /** Undefined for the coin of the network. */
  tokenOf(coin: string): EvmToken | undefined {
    return this.tokens.find((token) => token.coin === coin);
  }

  ofContract(contract: string): EvmToken | undefined {
    return this.tokens.find((token) => token.contract === contract);
  }
}

const ledgerDecimals = 18;

/** The smallest units of an amount of the ledger. Throws a RangeError where the chain cannot carry it exactly. */
export function unitsOf(amount: bigint, token: EvmToken | undefined): bigint {
  const unit = ledgerUnit(token);
  if (amount <= 0n || amount % unit !== 0n)
    throw new RangeError(`${amount} units of the ledger are no amount that the chain can carry`);
  return amount / unit;
}

/** The same the other way round. */
export function ledgerAmount(units: bigint, token: EvmToken | undefined): bigint {
  return units * ledgerUnit(token);
}

function ledgerUnit(token: EvmToken | undefined): bigint {
  return 10n ** BigInt(ledgerDecimals - (token?.decimals ?? ledgerDecimals));
}
