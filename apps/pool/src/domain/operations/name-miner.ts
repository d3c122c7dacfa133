import { findCoin } from '@openlode/catalogue/coins';
import { findMiner } from '../miners/find-miner.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { lookUpAddress } from '../views/look-up-address.ts';

export type NamedAddress =
  | { readonly kind: 'malformed-miner' }
  | { readonly kind: 'bad-address'; readonly coin: string }
  | {
      readonly kind: 'named';
      readonly coin: string;
      readonly address: string;
      readonly memo: string;
      /** Undefined for an address without any accepted share. */
      readonly uuid: string | undefined;
    };

/** Reads how an operator names a miner: its id, or `COIN:ADDRESS` with `:MEMO` where there is one. */
export async function nameMiner(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'secret'>,
  text: string,
): Promise<NamedAddress> {
  const name = text.trim();
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(name)) {
    const miner = await findMiner(ctx, name);
    if (miner === undefined) return { kind: 'malformed-miner' };
    const { coin, address, memo, uuid } = miner;
    return { kind: 'named', coin, address, memo: memo ?? '', uuid };
  }
  const colon = name.indexOf(':');
  const coin = findCoin(name.slice(0, Math.max(0, colon)));
  if (coin === undefined) return { kind: 'malformed-miner' };
  const found = await lookUpAddress(ctx, { coin: coin.symbol, text: name.slice(colon + 1) });
  if (found.kind !== 'found') return { kind: 'bad-address', coin: coin.symbol };
  const { address, memo, uuid } = found.miner;
  return {
    kind: 'named',
    coin: coin.symbol,
    address,
    memo: memo ?? '',
    uuid: found.fresh ? undefined : uuid,
  };
}
