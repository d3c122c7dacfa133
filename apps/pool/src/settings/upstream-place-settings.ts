import { krakenAsset, krakenCoins } from '../adapters/exchanges/kraken-names.ts';
import { isAddressOf, isSameAddress } from '../domain/kernel/same-address.ts';
import { exchangeNames, type ExchangeName } from './exchange-settings.ts';
import type { Fault, Path } from './pool-file-fault.ts';
import type { FileContent } from './pool-file-schema.ts';

type Upstream = NonNullable<FileContent['upstreams']>[number];
type Content = Pick<FileContent, 'rails' | 'monero' | 'evm'> & Partial<Pick<FileContent, 'chains' | 'kind'>>;

export function isExchange(name: string): name is ExchangeName {
  return exchangeNames.some((each) => each === name);
}

/** Where its money comes in: a wallet that a rail of the file has, or an account at an exchange, which is asked for the coin when the pool runs. */
export function placeFaults(
  content: Content,
  upstream: Upstream,
  before: readonly Upstream[],
  path: Path,
): Fault[] {
  const { coin, paysTo, exchangeCoin, exchangeNetwork } = upstream;
  if (paysTo !== undefined)
    return isExchange(paysTo)
      ? nameFaults({ ...upstream, paysTo }, before, path)
      : [
          {
            path: [...path, 'paysTo'],
            fault: `paysTo is ${paysTo}, but the exchanges of this release are: ${exchangeNames.join(', ')}`,
          },
        ];
  const name = exchangeCoin === undefined ? 'exchangeNetwork' : 'exchangeCoin';
  return [
    ...(exchangeCoin === undefined && exchangeNetwork === undefined
      ? []
      : [{ path: [...path, name], fault: `${name} is of an exchange, and paysTo names none` }]),
    ...(hasRail(content, coin)
      ? []
      : [
          {
            path: [...path, 'coin'],
            fault: `no rail of the file pays ${coin}: what comes in is credited only where a wallet of the pool has it, or its account at an exchange (paysTo)`,
          },
        ]),
  ];
}

function hasRail({ rails = [], monero, evm = [] }: Content, coin: string): boolean {
  return (
    rails.some((rail) => rail.coin === coin) ||
    (coin === 'XMR' && monero !== undefined) ||
    evm.some(({ network }) => network === coin)
  );
}

/** One coin has one name at an exchange, and a name is of one coin. */
function nameFaults(
  { coin, paysTo, exchangeNetwork, ...upstream }: Upstream & { readonly paysTo: ExchangeName },
  before: readonly Upstream[],
  path: Path,
): Fault[] {
  const { exchangeCoin = coin } = upstream;
  const at = [...path, upstream.exchangeCoin === undefined ? 'paysTo' : 'exchangeCoin'];
  const isNamed = before.filter((each) => each.paysTo === paysTo);
  const other = isNamed.find(
    (each) =>
      each.coin === coin &&
      ((each.exchangeCoin ?? coin) !== exchangeCoin || each.exchangeNetwork !== exchangeNetwork),
  );
  if (other !== undefined)
    return [
      {
        path: at,
        fault: `${other.name} names ${coin} at ${paysTo} otherwise: it is one coin there, on one network`,
      },
    ];
  const rival = isNamed.find(
    (each) => each.coin !== coin && (each.exchangeCoin ?? each.coin) === exchangeCoin,
  );
  if (rival !== undefined)
    return [{ path: at, fault: `${exchangeCoin} is what ${rival.name} calls ${rival.coin} at ${paysTo}` }];
  const known = knownNames[paysTo];
  if (known.has(coin))
    return exchangeCoin === coin || exchangeCoin === known.get(coin)
      ? []
      : [{ path: at, fault: `what ${paysTo} calls ${coin} is known to this release: ${known.get(coin)}` }];
  const owner = [...known].find(([, name]) => name === exchangeCoin);
  return owner === undefined
    ? []
    : [{ path: at, fault: `${exchangeCoin} is what ${paysTo} calls ${owner[0]}` }];
}

/** What this release knows of the names of exchanges is not said in another way: coin and name. */
const knownNames: Readonly<Record<ExchangeName, ReadonlyMap<string, string>>> = {
  kraken: new Map([...krakenCoins].map((coin) => [coin, krakenAsset(coin)])),
  // Those of the table in ccxt-venues.ts.
  gate: new Map(['BTC', 'KAS', 'LTC', 'USDT'].map((coin) => [coin, coin])),
};

/** The address that is typed at the other pool: one of ours, which it alone pays to, and the one that its pages and its login name. */
export function payoutAddressFaults(
  content: Content,
  upstream: Upstream,
  before: readonly Upstream[],
  path: Path,
): Fault[] {
  const { name, coin, paysTo, payoutAddress, ended } = upstream;
  const here = [...path, payoutAddress === undefined ? 'name' : 'payoutAddress'];
  if (payoutAddress === undefined)
    return content.kind === 'real' && ended !== true
      ? [
          {
            path: here,
            fault: `a pool of kind real needs the payoutAddress of ${name}: the address that is typed there, which is compared with our own before its work is given`,
          },
        ]
      : [];
  const faults: Fault[] = [];
  const add = (fault: string) => faults.push({ path: here, fault });
  const twin = before.find(
    (each) =>
      each.coin === coin &&
      each.ended !== true &&
      each.payoutAddress !== undefined &&
      isSameAddress(coin, each.payoutAddress, payoutAddress),
  );
  if (twin !== undefined && ended !== true)
    add(`${twin.name} pays to this address too: what comes in could be of either`);
  if (paysTo === undefined) {
    const own = ownAddresses(content, coin);
    if (own !== undefined && !own.some((each) => isSameAddress(coin, each, payoutAddress)))
      add(
        `${payoutAddress} is none of the addresses of the rail of ${coin}: ${own.join(', ')} (further ones stand in addresses of the rail)`,
      );
  } else if (content.kind === 'real' && !isAddressOf(coin, payoutAddress))
    add(`${payoutAddress} is no address of ${coin}`);
  const said = addressesIn(coin, upstream).find((each) => !isSameAddress(coin, each, payoutAddress));
  if (said !== undefined) add(`it is asked to pay to ${said} (user, or account of its statement)`);
  return faults;
}

/** Of a rail, as the file names them; undefined where only its wallet knows them, or the file has none. */
function ownAddresses(
  { chains = [], rails = [], evm = [] }: Content,
  coin: string,
): readonly string[] | undefined {
  const network = evm.find((each) => each.network === coin);
  if (network !== undefined) return [network.account];
  const rail = rails.find((each) => each.coin === coin);
  if (rail === undefined) return undefined;
  const mined = chains.flatMap((each) => [each, ...(each.merged ?? [])]).find((each) => each.coin === coin);
  const first = rail.address ?? mined?.address;
  return [...(first === undefined ? [] : [first]), ...(rail.addresses ?? [])];
}

/** Addresses of its coin that it is given elsewhere: pools that know accounts by their address have one there. */
function addressesIn(coin: string, { user, statement }: Upstream): readonly string[] {
  const words = [user, ...user.split(/[./+,@]/), ...(statement === undefined ? [] : [statement.account])];
  const bare = words.flatMap((word) => [word, word.slice(word.indexOf(':') + 1)]);
  return bare.filter((word) => isAddressOf(coin, word));
}
