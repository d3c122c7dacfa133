/** What strangers may take of a listener before they have proved anything. */
export interface ListenerLimits {
  readonly connectionsMax: number;
  /** From one source, see `sourceOf`. */
  readonly connectionsPerSourceMax: number;
  /** Seconds from the connection to the first authorized worker. */
  readonly loginSeconds: number;
  /** Seconds without a line. */
  readonly idleSeconds: number;
  /** Bytes that wait for a miner that does not read. */
  readonly outgoingBytesMax: number;
  /** Whether the limits per source do not apply to an address. */
  exempt(remoteAddress: string): boolean;
}

export const defaultLimits: ListenerLimits = {
  connectionsMax: 20_000,
  connectionsPerSourceMax: 256,
  loginSeconds: 15,
  idleSeconds: 600,
  outgoingBytesMax: 65_536,
  exempt: () => false,
};
