/** What decides how many connections to one upstream are wanted. */
export interface UpstreamLoad {
  readonly miners: number;
  /** On one connection. */
  readonly lanes: number;
  /** Whether shares are judged here: without that miners share no connection unless they must. */
  readonly verifies: boolean;
  /** Shares a second that are sent to the upstream, over all connections. */
  readonly forwardsPerSecond: number;
  /** What the upstream's operator allows. */
  readonly connectionsMax: number;
}

export interface ConnectionPlan {
  readonly connections: number;
  /** How many miners at most are put on one of them. */
  readonly minersEach: number;
  /** Miners for whom there is no place. */
  readonly left: number;
}

/** A lane that is given back rests until the next job: a fifth of them is kept for that. */
const lanesUsed = 0.8;
const forwardsEachMax = 10;
/** Where nothing is judged here the upstream's difficulty follows the sum of all, and small miners of a larger group find no share. */
export const unjudgedEachMax = 16;

/** One more than is needed stands by where the limit allows it. */
export function connectionsWanted(load: UpstreamLoad): ConnectionPlan {
  const { miners, lanes, verifies, forwardsPerSecond, connectionsMax } = load;
  const most = Math.max(1, Math.floor(verifies ? lanes * lanesUsed : Math.min(lanes, unjudgedEachMax)));
  const working = verifies
    ? Math.max(1, Math.ceil(miners / most), Math.ceil(forwardsPerSecond / forwardsEachMax))
    : Math.max(1, miners);
  const connections = Math.min(connectionsMax, working + 1);
  // Close to the limit the spare one works too.
  const used = Math.max(1, Math.min(connections, working));
  const minersEach = Math.min(most, Math.max(1, Math.ceil(miners / used)));
  return { connections, minersEach, left: Math.max(0, miners - used * minersEach) };
}
