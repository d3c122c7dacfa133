import type { CoinGroupsResponse, CoinItem, CoinListResponse, CoinResponse } from '../http/coins.ts';

const doge: CoinItem = {
  symbol: 'DOGE',
  name: 'Dogecoin',
  network: 'DOGE',
  token_standard: null,
  logo: '/coins/doge.svg',
  regex: '^(?:D[5-9A-HJ-NP-U][1-9A-HJ-NP-Za-km-z]{32}|[9A][1-9A-HJ-NP-Za-km-z]{33})$',
  regex_memo: null,
  memo_kind: null,
  address_prefix: null,
  tags: 'Meme,BEP20',
  top: 0,
  delisted: 0,
  paid_here: true,
  high_risk: false,
  no_pow_note: true,
  payment_threshold: '5',
  payment_enabled: true,
  chains: [
    {
      name: 'Dogecoin',
      network: 'DOGE',
      token_standard: null,
      regex: '^(?:D[5-9A-HJ-NP-U][1-9A-HJ-NP-Za-km-z]{32}|[9A][1-9A-HJ-NP-Za-km-z]{33})$',
      regex_memo: null,
      is_default: true,
      payment_threshold: '5',
      enabled: true,
      enabled_auto_only: false,
      paid_here: true,
      contract: null,
      explorer_address: 'https://blockchair.com/dogecoin/address/',
      explorer_address_link: null,
    },
    {
      name: 'BNB Smart Chain',
      network: 'BSC',
      token_standard: 'BEP20',
      regex: '^0x[0-9a-fA-F]{40}$',
      regex_memo: null,
      is_default: false,
      payment_threshold: '10',
      enabled: true,
      enabled_auto_only: false,
      paid_here: true,
      contract: '0xbA2aE424d960c26247Dd6c32edC70B295c744C43',
      explorer_address: 'https://bscscan.com/address/',
      explorer_address_link: 'https://bscscan.com/address/0xbA2aE424d960c26247Dd6c32edC70B295c744C43',
    },
  ],
};

const trump: CoinItem = {
  symbol: 'TRUMP',
  name: 'OFFICIAL TRUMP',
  network: 'SOL',
  token_standard: 'SPL',
  logo: '/coins/trump.svg',
  regex: '^[1-9A-HJ-NP-Za-km-z]{42,44}$',
  regex_memo: null,
  memo_kind: null,
  address_prefix: null,
  tags: 'New,Meme,Solana',
  top: 1,
  delisted: 0,
  paid_here: true,
  high_risk: true,
  no_pow_note: false,
  payment_threshold: '0.1',
  payment_enabled: true,
  chains: [
    {
      name: 'Solana',
      network: 'SOL',
      token_standard: 'SPL',
      regex: '^[1-9A-HJ-NP-Za-km-z]{42,44}$',
      regex_memo: null,
      is_default: true,
      payment_threshold: '0.1',
      enabled: true,
      enabled_auto_only: false,
      paid_here: true,
      contract: '6p6xgHyF7AeE6TZkSmFsko444wqoP15icUSqi2jfGiPN',
      explorer_address: 'https://solscan.io/account/',
      explorer_address_link: 'https://solscan.io/account/6p6xgHyF7AeE6TZkSmFsko444wqoP15icUSqi2jfGiPN',
    },
  ],
};

/** `GET /v5/coin` */
export const coinListExample: CoinListResponse = {
  success: true,
  msg: 'Ok',
  message: 'Ok',
  data: [trump, doge],
};

/** `GET /v5/coin?categories=1` */
export const coinGroupsExample: CoinGroupsResponse = {
  success: true,
  msg: 'Ok',
  message: 'Ok',
  data: [{ category: 'Meme', list: [trump, doge] }],
};

/** `GET /v5/coin/doge` */
export const coinExample: CoinResponse = { success: true, msg: 'Ok', message: 'Ok', data: doge };
