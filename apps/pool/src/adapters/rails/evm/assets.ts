import { ledgerUnitsIn, smallestUnits } from '../smallest-units.ts';

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

const weiDecimals = 18;

/** The smallest units of an amount of the ledger. Throws a RangeError where the chain cannot carry it exactly. */
export function unitsOf(amount: bigint, token: EvmToken | undefined): bigint {
  return smallestUnits(amount, token?.decimals ?? weiDecimals);
}

/** The same the other way round. */
export function ledgerAmount(units: bigint, token: EvmToken | undefined): bigint {
  return units * ledgerUnitsIn(token?.decimals ?? weiDecimals);
}
