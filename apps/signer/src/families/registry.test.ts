import { expect, it } from 'vitest';
import { familyOf, networkNames } from './registry.ts';

const paid =
  'LTC BTC DOGE RVN RTM BELLS DASH DGB VTC VIA QTUM FIRO BCH BTG XEC XVG ZEC FLUX KMD NEXA XMR XRP ETH BSC POLYGON AVAXC ETC ETHW ARBITRUM OPTIMISM CFXE FTM SOL TRX'.split(
    ' ',
  );

it('signs for each network and for its test network, by the names that the pool asks with', () => {
  expect([...networkNames].toSorted()).toEqual(
    paid.flatMap((network) => [network, `${network}-regtest`]).toSorted(),
  );
});

it('has for each network a way to void a number and to move an account, or words why there is none', () => {
  const without = networkNames.flatMap((network) => {
    const family = familyOf(network);
    const words = family?.notSigned?.(network);
    const canVoid = family?.voidNumber !== undefined || family?.useNonce !== undefined;
    const canMove = family?.moveAccount !== undefined || family?.readMove !== undefined;
    return canVoid === (words?.void === undefined) && canMove === (words?.move === undefined)
      ? []
      : [network];
  });
  expect(without).toEqual([]);
});
