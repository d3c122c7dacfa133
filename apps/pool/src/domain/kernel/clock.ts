/** Business time. The sandbox can move it; nothing else in the pool asks the system what time it is. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
}
