import type { ChainEntry, TokenStandard } from './define-coin.ts';

/** What all tokens of a network share: the network's name, its kind of address, and where to look up what happened. */
type TokenNetwork = Pick<
  ChainEntry,
  'network' | 'name' | 'family' | 'regex' | 'explorerAddress' | 'explorerTx'
> & { readonly tokenStandard: TokenStandard };

/** A token on one of the networks below. @__NO_SIDE_EFFECTS__ */
export function tokenOn(
  network: TokenNetwork,
  token: Pick<ChainEntry, 'paymentThreshold' | 'contract' | 'precision' | 'isDefault' | 'enabled'>,
): ChainEntry {
  return { ...network, ...token };
}

export const bsc: TokenNetwork = {
  network: 'BSC',
  name: 'BNB Smart Chain',
  tokenStandard: 'BEP20',
  family: 'EVM',
  regex: '^0x[0-9a-fA-F]{40}$',
  explorerAddress: 'https://bscscan.com/address/',
  explorerTx: 'https://bscscan.com/tx/',
};

export const ethereum: TokenNetwork = {
  network: 'ETH',
  name: 'Ethereum',
  tokenStandard: 'ERC20',
  family: 'EVM',
  regex: '^0x[0-9a-fA-F]{40}$',
  explorerAddress: 'https://etherscan.io/address/',
  explorerTx: 'https://etherscan.io/tx/',
};

export const solana: TokenNetwork = {
  network: 'SOL',
  name: 'Solana',
  tokenStandard: 'SPL',
  family: 'SOL',
  regex: '^[1-9A-HJ-NP-Za-km-z]{42,44}$',
  explorerAddress: 'https://solscan.io/account/',
  explorerTx: 'https://solscan.io/tx/',
};

export const tron: TokenNetwork = {
  network: 'TRX',
  name: 'TRON',
  tokenStandard: 'TRC20',
  family: 'TRX',
  regex: '^T[1-9A-HJ-NP-Za-km-z]{33}$',
  explorerAddress: 'https://tronscan.org/#/address/',
  explorerTx: 'https://tronscan.org/#/transaction/',
};

export const polygon: TokenNetwork = {
  network: 'POLYGON',
  name: 'Polygon PoS',
  tokenStandard: 'ERC20',
  family: 'EVM',
  regex: '^0x[0-9a-fA-F]{40}$',
  explorerAddress: 'https://polygonscan.com/address/',
  explorerTx: 'https://polygonscan.com/tx/',
};

export const arbitrum: TokenNetwork = {
  network: 'ARBITRUM',
  name: 'Arbitrum One',
  tokenStandard: 'ERC20',
  family: 'EVM',
  regex: '^0x[0-9a-fA-F]{40}$',
  explorerAddress: 'https://arbiscan.io/address/',
  explorerTx: 'https://arbiscan.io/tx/',
};

export const optimism: TokenNetwork = {
  network: 'OPTIMISM',
  name: 'OP Mainnet',
  tokenStandard: 'ERC20',
  family: 'EVM',
  regex: '^0x[0-9a-fA-F]{40}$',
  explorerAddress: 'https://optimistic.etherscan.io/address/',
  explorerTx: 'https://optimistic.etherscan.io/tx/',
};
