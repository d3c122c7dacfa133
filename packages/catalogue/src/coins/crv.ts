import { defineCoin } from '../define-coin.ts';

export const crv = defineCoin({
  symbol: 'CRV',
  name: 'Curve DAO',
  logo: '/coins/crv.svg',
  category: 'defi',
  tags: ['ERC20'],
  isNew: false,
  delisted: false,
  highRisk: false,
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
      paymentThreshold: '50',
      enabled: true,
      contract: '0xD533a949740bb3306d119CC777fa900bA034cd52',
      explorerAddress: 'https://etherscan.io/address/',
      explorerTx: 'https://etherscan.io/tx/',
      precision: 6,
    },
  ],
});
