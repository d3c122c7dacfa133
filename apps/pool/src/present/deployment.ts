import type { PresentedPorts } from './present-ports.ts';

/** What this deployment offers, beyond what the catalogue knows. */
export interface Deployment {
  readonly version: string;
  readonly sandbox: boolean;
  /** The name that miners use. */
  readonly host: string;
  readonly apiBase: string;
  readonly operator: {
    readonly name: string;
    readonly contact: string | null;
    /** The official accounts elsewhere. */
    readonly links: readonly { readonly name: string; readonly url: string }[];
  };
  /** By algorithm code; an algorithm that is missing cannot be mined here now. */
  readonly servers: ReadonlyMap<string, AlgorithmDeployment>;
  /** The port that an algorithm has or would have. */
  portOf(algorithm: string): number;
}

export interface AlgorithmDeployment {
  readonly work: 'verified' | 'relayed' | 'simulated';
  /** What listens besides the standard port; nothing where this is missing. */
  readonly ports?: PresentedPorts;
}
