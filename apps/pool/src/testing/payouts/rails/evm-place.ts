import { openNodeRpc } from '../../../adapters/chains/nodes/node-rpc.ts';
import { evmNetwork } from '../../../adapters/rails/evm/evm-networks.ts';
import { evmRail } from '../../../adapters/rails/evm/evm-rail.ts';
import { evmWallet } from '../../../adapters/rails/evm/evm-wallet.ts';
import type { EvmSigner } from '../../../adapters/rails/evm/signer.ts';
import type { OpenedRail, OpenRailOptions } from './ground.ts';

/** Blocks under which a payment is final. */
export const confirmations = 3;
/** Of the token. */
export const decimals = 6;
const gwei = 10n ** 9n;

/** What a process of its own opens the rail by. */
export interface EvmPlace {
  readonly kind: 'evm';
  readonly urls: readonly [string, string];
  readonly account: string;
  readonly token: string | undefined;
}

export function openEvmPlace(
  { urls, account, token }: EvmPlace,
  signer: EvmSigner,
  { reservations, through, signing }: OpenRailOptions,
): OpenedRail {
  const opened = urls.map((url) => openNodeRpc({ url: new URL(url), version: '2.0' }));
  const nodes = opened.map((rpc, index) => {
    const name = index === 0 ? ('one' as const) : ('two' as const);
    return { name, rpc: through(name, rpc) };
  });
  const rail = evmRail({
    facts: evmNetwork('ETH'),
    kind: 'regtest',
    nodes,
    account,
    tokens: token === undefined ? [] : [{ coin: 'USDT', contract: token, decimals }],
    signer: signing(signer),
    reservations,
    gasPriceMax: 100n * gwei,
    feeMax: 10n ** 18n / 50n,
    confirmations,
  });
  return {
    rail,
    wallet: evmWallet({ facts: evmNetwork('ETH'), kind: 'regtest', account, tokens: [] }, nodes),
    close: () => {
      for (const rpc of opened) rpc.close();
    },
  };
}
