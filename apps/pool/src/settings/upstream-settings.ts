import { algorithms } from '@openlode/catalogue/algorithms';
import { parseAmount } from '@openlode/money/amount';
import { offeredChains } from '../adapters/chains/offered-chains.ts';
import { algorithmOfEvm } from '../adapters/rails/evm/network-watch.ts';
import type { UpstreamAddress } from '../adapters/upstreams/upstream-address.ts';
import { type PaymentScheme, paymentSchemes, type UpstreamTerms } from '../domain/kernel/upstream-terms.ts';
import type { StatementPlace } from '../adapters/upstreams/statements/statement-source.ts';
import { statementPlaceOf } from './statement-settings.ts';
import { coinsPerBlockFaults, datedCoinsOf } from './coins-per-block.ts';
import { amountText, isAmount } from './file-amount.ts';
import type { Fault, Path } from './pool-file-fault.ts';
import type { ExchangeName } from './exchange-settings.ts';
import type { FileContent } from './pool-file-schema.ts';
import { relayedAlgorithm, relayedAlgorithms } from './relayed-algorithms.ts';
import { isExchange, payoutAddressFaults, placeFaults } from './upstream-place-settings.ts';

/** Another pool whose work is given to miners here, where the nodes of its algorithm and those before it in the file give none. */
export interface UpstreamEntry extends UpstreamTerms {
  /** In the order in which they are tried. */
  readonly addresses: readonly [UpstreamAddress, ...UpstreamAddress[]];
  /** As that pool wants it: an account, or an address of ours. */
  readonly user: string;
  /** A file with the password in one line; without it the password is `x`, at which most pools do not look. */
  readonly passwordFile?: string;
  /** What its operator allows. */
  readonly connectionsMax: number;
  /** The exchange whose account of the pool it pays into; left out where it pays into a wallet. */
  readonly paysTo?: ExchangeName;
  /** What that exchange calls the coin, and the network on which it comes; left out where it is to say so by itself. */
  readonly exchangeCoin?: string;
  readonly exchangeNetwork?: string;
  /** The address that is typed at that pool; always there in a pool of kind real. */
  readonly payoutAddress?: string;
  /** Expected hashes for a block of its network, as its operator says: where neither jobs nor nodes do. */
  readonly hashesPerBlock?: bigint;
  /** It gives no work any more; its last payments are still credited. */
  readonly ended: boolean;
  /** Where it has what it says of our account; not asked without. */
  readonly statement?: StatementPlace;
}

type Upstream = NonNullable<FileContent['upstreams']>[number];

/** Whether such work is taken: shares and prices of it are known to one process alone, and would count in each further one again. */
export function givesOneHeader({ algorithm, ended }: Pick<UpstreamEntry, 'algorithm' | 'ended'>): boolean {
  return relayedAlgorithm(algorithm)?.hasOneHeader === true && !ended;
}

export function upstreamFaults(
  content: Pick<FileContent, 'upstreams' | 'rails' | 'monero' | 'evm'> &
    Partial<Pick<FileContent, 'chains' | 'kind'>>,
): Fault[] {
  const { upstreams = [], chains = [], evm = [] } = content;
  return upstreams.flatMap((upstream, index): Fault[] => {
    const path: Path = ['upstreams', index];
    const { name, algorithm, coin, feePercent, incomeMax, scheme } = upstream;
    const before = upstreams.slice(0, index);
    const isRelayed = relayedAlgorithm(algorithm) !== undefined;
    return [
      ...(before.some((each) => each.name === name)
        ? [{ path: [...path, 'name'], fault: `two upstreams are called ${name}` }]
        : []),
      ...(isRelayed
        ? []
        : [
            {
              path: [...path, 'algorithm'],
              fault: `algorithm is ${algorithm}, but the algorithms whose work this release takes from other pools are: ${relayedAlgorithms.map(({ code }) => code).join(', ')}`,
            },
          ]),
      ...placeFaults(content, upstream, before, path),
      ...payoutAddressFaults(content, upstream, before, path),
      ...blockFaults(
        upstream,
        path,
        evm.some(({ network }) => network === coin),
      ),
      ...coinsPerBlockFaults(
        upstream,
        chains.some((chain) => chain.coin === coin),
        path,
      ),
      ...(algorithm !== 'randomx' || chains.some((chain) => chain.coin === coin)
        ? []
        : [
            {
              path: [...path, 'coin'],
              fault: `no chain of the file is ${coin}: such a pool does not say what a block takes, so that own nodes must (with mined: false where they give no work)`,
            },
          ]),
      ...(algorithmOf(coin) === algorithm || !isRelayed
        ? []
        : [
            {
              path: [...path, 'coin'],
              fault: `${coin} is not mined by ${algorithm}: work is weighed by what a block of the coin takes that it earns`,
            },
          ]),
      ...addressFaults(upstream, path),
      ...sameHeaderFaults(upstream, before, path),
      ...(isAmount(incomeMax) && incomeMax > 0
        ? []
        : [
            {
              path: [...path, 'incomeMax'],
              fault: 'incomeMax must be an amount of eight decimals at most, above zero',
            },
          ]),
      ...(scheme === undefined || isScheme(scheme) ? [] : [schemeFault(path, scheme)]),
      ...(Number((feePercent * 10_000).toFixed(6)) % 1 === 0 ? [] : [feeFault(path)]),
    ];
  });
}

/** Who says what a block takes, by which work is weighed. */
function blockFaults(
  { algorithm, coin, paysTo, hashesPerBlock }: Upstream,
  path: Path,
  hasNodes: boolean,
): Fault[] {
  const relayed = relayedAlgorithm(algorithm);
  if (relayed === undefined) return [];
  const { blockSaidBy } = relayed;
  if (blockSaidBy === 'file' && hashesPerBlock === undefined)
    return [
      {
        path,
        fault: `hashesPerBlock is missing: neither jobs of ${algorithm} nor nodes of this release say what a block takes, and work is weighed by it`,
      },
    ];
  if (blockSaidBy !== 'file' && hashesPerBlock !== undefined)
    return [
      {
        path: [...path, 'hashesPerBlock'],
        fault: `what a block of ${algorithm} takes is said by ${blockSaidBy}`,
      },
    ];
  // A rail of the coin has them; of RandomX they are those of a chain.
  if (paysTo !== undefined && blockSaidBy === 'nodes' && algorithm !== 'randomx' && !hasNodes)
    return [
      {
        path: [...path, 'coin'],
        fault: `no EVM network of the file is ${coin}: such a pool does not say what a block takes, so that own nodes must`,
      },
    ];
  return [];
}

function feeFault(path: Path): Fault {
  return { path: [...path, 'feePercent'], fault: 'feePercent must have four decimals at most' };
}

function isScheme(scheme: string): scheme is PaymentScheme {
  return paymentSchemes.some((each) => each === scheme);
}

function schemeFault(path: Path, scheme: string): Fault {
  const fault = `scheme is ${scheme}, but the ways in which a pool pays are: ${paymentSchemes.join(', ')}`;
  return { path: [...path, 'scheme'], fault };
}

function algorithmOf(coin: string): string | undefined {
  const offered = offeredChains.find(({ asset }) => asset === coin)?.algorithm ?? algorithmOfEvm(coin);
  return offered ?? algorithms.find(({ symbol }) => symbol === coin)?.code;
}

function addressFaults({ addresses }: Upstream, path: Path): Fault[] {
  return addresses.flatMap(({ url, fingerprint }, at): Fault[] => {
    const here = [...path, 'addresses', at];
    const read = readUrl(url);
    if (read === undefined)
      return [
        {
          path: [...here, 'url'],
          fault: 'url must be stratum+tcp:// or stratum+tls://, a host and a port',
        },
      ];
    const faults: Fault[] = [];
    if (addresses.findIndex((each) => each.url === url) < at)
      faults.push({ path: [...here, 'url'], fault: `two addresses are ${url}` });
    if (fingerprint !== undefined && !read.isSecure)
      faults.push({
        path: [...here, 'fingerprint'],
        fault: 'a fingerprint is of the certificate of stratum+tls://',
      });
    return faults;
  });
}

/** Of two entries that reach one pool a share would count in each. That two hosts are of one pool cannot be seen. */
function sameHeaderFaults(upstream: Upstream, before: readonly Upstream[], path: Path): Fault[] {
  const takes = ({ algorithm, ended }: Upstream): boolean =>
    givesOneHeader({ algorithm, ended: ended === true });
  const hostsOf = ({ addresses }: Upstream): readonly string[] =>
    addresses.flatMap(({ url }) => readUrl(url)?.host ?? []);
  if (!takes(upstream)) return [];
  const others = before.filter((each) => takes(each) && each.algorithm === upstream.algorithm);
  return upstream.addresses.flatMap(({ url }, at): Fault[] => {
    const host = readUrl(url)?.host;
    const same = others.find((each) => host !== undefined && hostsOf(each).includes(host));
    if (same === undefined) return [];
    const fault = `${host} is an address of ${same.name} too: a pool of ${upstream.algorithm} gives all its connections one header, and a share would count in both`;
    return [{ path: [...path, 'addresses', at, 'url'], fault }];
  });
}

function readUrl(
  url: string,
): { readonly host: string; readonly port: number; readonly isSecure: boolean } | undefined {
  const [, scheme, bracketed, plain, digits] =
    /^stratum\+(tcp|tls):\/\/(?:\[([0-9a-f:.]{2,45})\]|([a-z0-9.-]{1,253})):([1-9]\d{0,4})$/i.exec(url) ?? [];
  const host = bracketed ?? plain;
  const port = Number(digits);
  if (host === undefined || port > 65_535) return undefined;
  return { host: host.toLowerCase(), port, isSecure: scheme?.toLowerCase() === 'tls' };
}

/** Those of a file without faults. */
export function upstreamsOf(
  { upstreams = [] }: Pick<FileContent, 'upstreams'>,
  resolvePath: (path: string) => string,
): readonly UpstreamEntry[] {
  return upstreams.map(
    ({
      addresses,
      password,
      feePercent,
      scheme,
      incomeMax,
      connections,
      ended,
      statement,
      paysTo,
      hashesPerBlock,
      coinsPerBlock,
      ...upstream
    }) => {
      const dated = coinsPerBlock && datedCoinsOf(coinsPerBlock);
      const read = addresses.flatMap(({ url, fingerprint }): UpstreamAddress[] => {
        const at = readUrl(url);
        if (at === undefined) return [];
        const tls =
          fingerprint === undefined ? {} : { fingerprint: fingerprint.replaceAll(':', '').toLowerCase() };
        return [{ host: at.host, port: at.port, tls: at.isSecure ? tls : undefined }];
      });
      return {
        ...upstream,
        network: upstream.coin,
        addresses: read as [UpstreamAddress, ...UpstreamAddress[]],
        ...(password === undefined ? {} : { passwordFile: resolvePath(password) }),
        feePpm: Math.round(feePercent * 10_000),
        ...(scheme !== undefined && isScheme(scheme) && { scheme }),
        incomeMax: parseAmount(amountText(incomeMax)),
        connectionsMax: connections ?? 8,
        ended: ended === true,
        ...(paysTo !== undefined && isExchange(paysTo) && { paysTo }),
        ...(hashesPerBlock !== undefined && { hashesPerBlock: BigInt(Math.floor(hashesPerBlock)) }),
        ...(dated && { coinsPerBlock: dated }),
        ...(statement && { statement: statementPlaceOf(statement) }),
      };
    },
  );
}
