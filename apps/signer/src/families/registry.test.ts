import { expect, it } from 'vitest';
import { networkNames } from './registry.ts';

const paid =
  'LTC BTC DOGE RVN RTM BELLS DASH DGB VTC VIA QTUM FIRO BCH BTG XEC XVG ZEC FLUX KMD NEXA XMR XRP ETH BSC POLYGON AVAXC ETC ETHW ARBITRUM OPTIMISM CFXE FTM SOL'.split(
    ' ',
  );

it('signs for each network and for its test network, by the names that the pool asks with', () => {
  expect([...networkNames].toSorted()).toEqual(
    paid.flatMap((network) => [network, `${network}-regtest`]).toSorted(),
  );
});
