import type { PaymentScheme } from '../../domain/kernel/upstream-terms.ts';
import type { PaysHere } from '@openlode/mining/paid-here';
import type { Region } from '@openlode/catalogue/define-algorithm';
import type { Site, SiteTls } from '@openlode/contracts/site';
import type { PresentedPorts } from './present-ports.ts';

/** What this deployment offers, beyond what the catalogue knows. */
export interface Deployment {
  readonly version: string;
  readonly sandbox: boolean;
  /** The coins of its chains are those of test networks. */
  readonly testNetwork: boolean;
  /** The name of the pool. */
  readonly host: string;
  /** What miners connect to where it is not `host`; with `{algo}` where each algorithm has a name of its own. */
  readonly miningHost?: string;
  readonly apiBase: string;
  readonly operator: {
    readonly name: string;
    readonly contact: string | null;
    /** The official accounts elsewhere. */
    readonly links: readonly { readonly name: string; readonly url: string }[];
    /** The monitoring app that the operator publishes. */
    readonly app: Site['operator']['app'];
  };
  readonly regions: readonly RegionDeployment[];
  /** By algorithm code; an algorithm that is missing cannot be mined here now. */
  readonly servers: ReadonlyMap<string, AlgorithmDeployment>;
  /** Where it pays, so that a coin can be chosen: it has a rail there, and the coin itself. */
  readonly paysHere: PaysHere;
  /** Whether the pool comes by a coin that a rail of it pays; left out where it does by every one. */
  readonly isObtained?: (coin: string) => boolean;
  /** Why new work is not paid in a coin that a rail may pay, in words; undefined where it is, and left out where it is in all of them. */
  readonly notPaidWhy?: (coin: string) => string | undefined;
  /** The certificate of the TLS ports; another one after it was renewed. */
  certificate(): DeployedCertificate;
}

/** What everybody may know of the certificate. */
export interface DeployedCertificate extends Pick<SiteTls, 'distrust' | 'fingerprint'> {
  /** The chain, PEM. */
  readonly cert: string;
}

/** A server of the pool that is nearer to some miners. It listens on the same ports. */
export interface RegionDeployment {
  readonly region: Region;
  /** What miners connect to; with `{algo}` where each algorithm has a name of its own. */
  readonly host: string;
  /** Host, with its port where it needs one, of the web server that answers pings there. */
  readonly web: string;
}

export interface AlgorithmDeployment {
  readonly work: 'verified' | 'relayed' | 'simulated';
  /** What listens; nothing where this is missing. */
  readonly ports?: PresentedPorts;
  /** Of relayed work: the other pool, percent that it keeps, the coin that it pays, and how where that is known. */
  readonly relayed?: {
    readonly through: string;
    readonly feePercent: string;
    readonly coin: string;
    readonly scheme?: PaymentScheme | undefined;
  };
  /** Other pools whose work miners are given while what comes first gives none, in their order. */
  readonly fallbacks?: readonly NonNullable<AlgorithmDeployment['relayed']>[];
  /** Its blocks are of one chain here, although the catalogue knows others that the same work may be of. */
  readonly isMinedAlone?: true;
  /** The difficulty that is held fixed, as decimal text; it adapts to the miner where this is missing. */
  readonly staticDifficulty?: string;
}
