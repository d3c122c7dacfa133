/** Another library that judges addresses; it ships no types of its own. */
declare module 'multicoin-address-validator' {
  const oracle: {
    validate(address: string, symbol: string): boolean;
    getCurrencies(): readonly { readonly symbol: string }[];
  };
  export = oracle;
}
