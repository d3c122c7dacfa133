/** What strangers may take of one port before their first accepted share. What a client address may take of all ports is the gate's. */
export interface ListenerLimits {
  /** Sockets of the port. Above the limit of the gate, which makes room for newcomers: beyond this one they are dropped before any message. */
  readonly connectionsMax: number;
  /** Seconds for the TLS handshake. */
  readonly handshakeSeconds: number;
  /** Seconds from the connection to the first authorized worker. */
  readonly loginSeconds: number;
  /** Seconds from the connection to its first accepted share. */
  readonly firstShareSeconds: number;
  /** Seconds without a line. */
  readonly idleSeconds: number;
  /** Seconds that a session waits for another extranonce1 when its own was taken away. */
  readonly withdrawnSeconds: number;
  /** Seconds in which difficulty finds its place: a large machine floods a port that starts light, and is not banned for it. */
  readonly settleSeconds: number;
  /** Bytes that wait for a miner that does not read. */
  readonly outgoingBytesMax: number;
  /** Seconds from the first to the last byte of a line. */
  readonly lineSeconds: number;
  /** Seconds that a connection may be over its budgets of bytes without a pause while nothing of its client address is accepted. */
  readonly throttledSeconds: number;
  /** Connections of one miner from one client address, with an accepted share, on all ports but those for proxies. */
  readonly connectionsPerMinerMax: number;
}

export const defaultLimits: ListenerLimits = {
  connectionsMax: 22_000,
  handshakeSeconds: 10,
  loginSeconds: 15,
  firstShareSeconds: 600,
  idleSeconds: 600,
  withdrawnSeconds: 60,
  settleSeconds: 300,
  outgoingBytesMax: 65_536,
  lineSeconds: 30,
  throttledSeconds: 60,
  connectionsPerMinerMax: 100,
};
