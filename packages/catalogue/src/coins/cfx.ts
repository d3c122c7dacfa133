import { defineCoin } from '../define-coin.ts';

export const cfx = defineCoin({
  symbol: 'CFX',
  name: 'Conflux',
  category: 'mineable',
  addressPrefix: 'cfx:',
  chains: [
    {
      network: 'CFX',
      name: 'Conflux Core',
      isDefault: true,
      family: 'CFX',
      regex:
        '^(?:cfx:a[ac][abcdefghjkmnprstuvwxyz0-9]{40}|CFX:TYPE\\.(?:USER|CONTRACT):[ABCDEFGHJKMNPRSTUVWXYZ0-9]{42})$',
      paymentThreshold: '10',
      explorerAddress: 'https://confluxscan.io/address/',
      explorerTx: 'https://confluxscan.io/transaction/',
      precision: 6,
    },
    {
      network: 'CFXE',
      name: 'Conflux eSpace',
      family: 'EVM',
      regex: '^0x[0-9a-fA-F]{40}$',
      paymentThreshold: '10',
      explorerAddress: 'https://evm.confluxscan.net/address/',
      explorerTx: 'https://evm.confluxscan.net/tx/',
      precision: 6,
    },
  ],
});
