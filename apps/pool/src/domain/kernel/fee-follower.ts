/** A coin on a network whose least payment follows what the network takes. */
export interface FeeFollower {
  readonly coin: string;
  readonly network: string;
  /** The most percent of a payment that the network may take, a whole number from 1 on. */
  readonly sharePercent: number;
}
