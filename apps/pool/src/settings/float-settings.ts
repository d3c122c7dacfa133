import { toEip55 } from '@openlode/mining/eip55';
import { parseAmount } from '@openlode/money/amount';
import type { Network } from '../domain/kernel/network-of-kind.ts';
import { evmNetworks } from '../adapters/rails/evm/evm-networks.ts';
import { moneroColdFault } from '../adapters/rails/offered-monero.ts';
import { offeredRails } from '../adapters/rails/offered-rails.ts';
import { solanaColdFault } from '../adapters/rails/offered-solana.ts';
import type { WalletFloat } from '../domain/kernel/wallet-float.ts';
import { amountText, isAmount } from './file-amount.ts';
import type { Fault, Path } from './pool-file-fault.ts';
import type { FileContent } from './pool-file-schema.ts';

type Float = NonNullable<FileContent['floats']>[number];

export function floatFaults(
  {
    floats = [],
    rails = [],
    evm = [],
    monero,
    solana,
    xrp,
    tron,
    chains,
  }: Pick<FileContent, 'floats' | 'rails' | 'evm' | 'monero' | 'solana' | 'xrp' | 'tron' | 'chains'>,
  chainNetwork: Network,
): Fault[] {
  return floats.flatMap((float, index): Fault[] => {
    const path: Path = ['floats', index];
    const { coin, target, ceiling } = float;
    const network = networkOf(float);
    const isPaid =
      rails.some((rail) => rail.coin === coin && coin === network) ||
      (isMonero(float) && monero !== undefined) ||
      (isSolana(float) && solana !== undefined) ||
      (coin === 'XRP' && network === 'XRP' && xrp !== undefined) ||
      (network === 'TRX' && tron !== undefined && (coin === 'TRX' || hasToken(tron.tokens, coin))) ||
      evm.some(
        (entry) => entry.network === network && (isCoinOf(coin, network) || hasToken(entry.tokens, coin)),
      );
    const before = floats.slice(0, index);
    return [
      ...(isPaid
        ? []
        : [{ path: [...path, 'coin'], fault: `no rail of the file pays ${coin} on ${network}` }]),
      ...(before.some((each) => each.coin === coin && networkOf(each) === network)
        ? [{ path: [...path, 'coin'], fault: `${coin} on ${network} has two floats` }]
        : []),
      ...[['target', target] as const, ['ceiling', ceiling] as const].flatMap(([name, amount]) =>
        isAmount(amount)
          ? []
          : [{ path: [...path, name], fault: `${name} must be an amount of eight decimals at most` }],
      ),
      ...(target > ceiling
        ? [{ path: [...path, 'ceiling'], fault: `ceiling is ${ceiling}, below target, which is ${target}` }]
        : []),
      ...coldFaults(float, { rails, chains, evm, monero, solana }, { path, chainNetwork }),
    ];
  });
}

/** Sweeps go where nothing of the pool is: an address of its own is none of them. */
function coldFaults(
  float: Float,
  {
    rails = [],
    chains,
    evm = [],
    monero,
    solana,
  }: Pick<FileContent, 'rails' | 'chains' | 'evm' | 'monero' | 'solana'>,
  { path, chainNetwork }: { readonly path: Path; readonly chainNetwork: Network },
): Fault[] {
  const { coin, cold, sweptByItself } = float;
  const here = [...path, 'cold'];
  if (cold === undefined)
    return sweptByItself === true ? [{ path: here, fault: `${coin} is swept nowhere: cold is missing` }] : [];
  const offered = offeredRails.find(({ asset }) => asset === coin);
  if (isOnEvm(float)) {
    const fault = evmColdFault(float, cold, evm);
    return fault === undefined ? [] : [{ path: here, fault }];
  }
  if (isMonero(float)) {
    const { address, olderAccounts = [] } = monero ?? {};
    const own = [...(address === undefined ? [] : [address]), ...olderAccounts.map((each) => each.address)];
    const fault = moneroColdFault(cold, own);
    return fault === undefined ? [] : [{ path: here, fault }];
  }
  if (isSolana(float)) {
    const own = solana === undefined ? [] : [solana.account, solana.nonceAccount];
    const fault = solanaColdFault(cold, own);
    return fault === undefined ? [] : [{ path: here, fault }];
  }
  if (offered === undefined)
    return [
      {
        path: here,
        fault: `${coin} is not swept by this release: it sweeps coins of Bitcoin's family, coins and tokens of EVM networks, XMR, and SOL`,
      },
    ];
  const script = offered.scriptOf(chainNetwork, cold);
  if (script === undefined || offered.spelledByMiners(chainNetwork, cold) === undefined)
    return [{ path: here, fault: `${cold} is no address of ${coin} ${chainNetwork}` }];
  const own = [
    ...chains.filter((chain) => chain.coin === coin).map(({ address }) => address),
    ...rails
      .filter((rail) => rail.coin === coin)
      .flatMap(({ address, addresses = [] }) => [...(address === undefined ? [] : [address]), ...addresses]),
  ];
  const isOwn = own.some((each) => offered.scriptOf(chainNetwork, each) === script);
  return isOwn ? [{ path: here, fault: `${cold} is an address of the pool itself` }] : [];
}

/** Of no key: what is sent there is gone. */
const noAccount = /^0x0{40}$/;

function evmColdFault(float: Float, cold: string, evm: NonNullable<FileContent['evm']>): string | undefined {
  const plain = cold.toLowerCase();
  if (!/^0x[0-9a-f]{40}$/.test(plain) || noAccount.test(plain))
    return `${cold} is no address of ${networkOf(float)}`;
  // Small letters alone carry no checksum (EIP-55).
  if (cold !== plain && cold !== toEip55(plain))
    return `a letter of ${cold} is wrong: its checksum does not hold`;
  // Test networks share a number, and an account is the same on all.
  const own = evm.flatMap(({ account, olderAccounts = [], tokens = [] }) => [
    account,
    ...olderAccounts,
    ...tokens.map(({ contract }) => contract),
  ]);
  return own.some((each) => each.toLowerCase() === plain)
    ? `${cold} is an account of the pool itself, or the contract of a token`
    : undefined;
}

function isCoinOf(coin: string, network: string): boolean {
  return evmNetworks.some((each) => each.network === network && each.asset === coin);
}

function isMonero(float: Float): boolean {
  return float.coin === 'XMR' && networkOf(float) === 'XMR';
}

function isSolana(float: Float): boolean {
  return float.coin === 'SOL' && networkOf(float) === 'SOL';
}

/** No other rail pays on one. */
function isOnEvm(float: Float): boolean {
  return evmNetworks.some(({ network }) => network === networkOf(float));
}

function hasToken(tokens: readonly { readonly coin: string }[] = [], coin: string): boolean {
  return tokens.some((token) => token.coin === coin);
}

function networkOf({ coin, network = coin }: Float): string {
  return network;
}

/** Those of a file without faults. */
export function floatsOf(
  { floats = [] }: Pick<FileContent, 'floats'>,
  chainNetwork: Network,
): readonly WalletFloat[] {
  return floats.map((float) => ({
    coin: float.coin,
    network: networkOf(float),
    target: parseAmount(amountText(float.target)),
    ceiling: parseAmount(amountText(float.ceiling)),
    ...coldOf(float, chainNetwork),
  }));
}

function coldOf(float: Float, chainNetwork: Network): Pick<WalletFloat, 'cold' | 'isSweptByItself'> {
  const { cold, sweptByItself } = float;
  const spelled = cold === undefined ? undefined : spelledCold(float, cold, chainNetwork);
  if (spelled === undefined) return {};
  return { cold: spelled, ...(sweptByItself === true && { isSweptByItself: true }) };
}

function spelledCold(float: Float, cold: string, chainNetwork: Network): string | undefined {
  if (isOnEvm(float)) return toEip55(cold.toLowerCase());
  if (isMonero(float) || isSolana(float)) return cold;
  return offeredRails.find(({ asset }) => asset === float.coin)?.spelledByMiners(chainNetwork, cold);
}
