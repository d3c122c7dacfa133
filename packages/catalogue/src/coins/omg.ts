import { defineCoin } from '../define-coin.ts';

// Delisted because the network is inactive.
export const omg = defineCoin({
  symbol: 'OMG',
  name: 'OMG Network',
  logo: '/coins/omg.svg',
  category: 'delisted',
  tags: ['ERC20'],
  isNew: false,
  delisted: true,
  highRisk: true,
  noPowNote: false,
  addressPrefix: null,
  regexMemo: null,
  memoKind: null,
  aliases: [],
  chains: [
    {
      network: 'ETH',
      name: 'Ethereum',
      isDefault: true,
      tokenStandard: 'ERC20',
      family: 'EVM',
      regex: '^0x[0-9a-fA-F]{40}$',
      regexMemo: null,
      paymentThreshold: '100',
      enabled: false,
      contract: '0xd26114cd6EE289AccF82350c8d8487fedB8A0C07',
      explorerAddress: 'https://etherscan.io/address/',
      explorerTx: 'https://etherscan.io/tx/',
      precision: 6,
    },
  ],
});
