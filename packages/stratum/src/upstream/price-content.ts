import { chooseWork, newWindow } from '../core/choose-work.ts';
import type { ShareTerms } from '../core/judge-share.ts';
import type { SessionCore, SessionEnv } from '../core/session-state.ts';
import type { RelayedOpenJob } from './relayed-share.ts';

/** Contents whose price is remembered: as many as one connection to another pool keeps. */
const contentsMax = 64;

/** What a session knows of the prices of its lane. */
export interface PricedState extends SessionCore {
  /**
   * What work is worth in each content, the oldest first: fixed before the miner could search it, and for as long as it may come again.
   * Another price for the same content would let a miner choose after it has searched.
   */
  readonly prices: ReadonlyMap<string, ShareTerms>;
  /** The work that the miner was told last. */
  readonly knownWork: bigint | undefined;
}

type PriceEnv = Pick<SessionEnv, 'now' | 'rules' | 'jobs' | 'paceMin'>;

/**
 * The state with a price for a job's content: the one that it has, or one that is chosen now. What a miner has asked for holds from the second
 * content of a seat on: in the first, whose lane it may have guessed, it could have searched before it asked.
 *
 * @param isMining whether its pace can be judged
 */
export function priceContent<State extends PricedState>(
  state: State,
  opened: RelayedOpenJob,
  isMining: boolean,
  env: PriceEnv,
): State {
  const { content } = opened.upstream;
  if (state.prices.has(content)) return state;
  const isFirst = state.prices.size === 0;
  const present = [...state.prices.values()].at(-1)?.work ?? state.knownWork;
  const asking = isFirst ? { ...state, asked: undefined, floor: 0n } : state;
  const chosen = chooseWork(asking, present, opened, isMining, env);
  const wanted = chosen ?? present ?? env.rules.startWork;
  // Whatever the port asks for at least: what the upstream counts is never hidden from it.
  const work = wanted < opened.shareWorkMax ? wanted : opened.shareWorkMax;
  const price: ShareTerms = { work, target: env.jobs.targetOf(work, env.rules.scale) };
  const prices = new Map([...state.prices, [content, price] as const].slice(-contentsMax));
  const window = chosen === undefined ? {} : newWindow(state, env);
  return { ...state, ...window, prices, asked: isFirst ? state.asked : undefined };
}
