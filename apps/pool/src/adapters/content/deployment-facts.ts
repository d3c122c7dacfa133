import type { ConversionSpreads } from '@openlode/ledger/conversion-spread';
import type { PaysHere } from '@openlode/mining/paid-here';
import type { DistrustReason } from '@openlode/mining/certificate-words';

/** What the articles say of this deployment: a port or a name in them is never written by hand. */
export interface SupportFacts {
  /** The name of the pool. */
  readonly host: string;
  /** What miners connect to where it is not `host`; with `{algo}` where each algorithm has a name of its own. */
  readonly miningHost?: string;
  readonly operator: { readonly name: string; readonly contact: string | null };
  /** By algorithm code; one that is missing or simulated cannot be mined here now. */
  readonly servers: ReadonlyMap<
    string,
    { readonly work: 'verified' | 'relayed' | 'simulated'; readonly ports?: ListedPorts }
  >;
  /** Symbols of the coins that earn nothing here now. */
  delisted(): ReadonlySet<string>;
  /** Where it pays; left out where it pays every coin. */
  readonly paysHere?: PaysHere;
  /** What conversions keep back by the class of a coin; left out where they keep nothing. */
  readonly conversionSpreads?: ConversionSpreads;
  /** The certificate of the TLS ports. */
  certificate(): { readonly distrust: DistrustReason | null; readonly fingerprint: string };
}

/** What listens. */
export interface ListedPorts {
  readonly defaultPort: number | null;
  readonly sslPorts: readonly number[];
  readonly highDiffPorts: readonly { readonly port: number; readonly ssl: boolean }[];
  readonly extraPorts: readonly {
    readonly name: string;
    readonly ports: readonly { readonly number: number; readonly ssl: boolean }[];
  }[];
}
