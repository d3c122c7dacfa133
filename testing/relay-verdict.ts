/** What became of the shares of one act. */
export interface RelayActResult {
  readonly name: string;
  /** That miners were acknowledged while it happened, and in all. */
  readonly meanwhile: number;
  readonly acked: number;
  /** Whose miner was let go before it had the answer. */
  readonly unanswered: number;
  /** Refused to their miners. */
  readonly rejected: number;
  /** Accepted by the relaying pool's own verifier, and in its database. */
  readonly judged: number;
  readonly recorded: number;
  /** Sent on, and what the other pool has said of them: nothing where they are `unknown`. */
  readonly forwarded: number;
  readonly accepted: number;
  readonly stale: number;
  readonly refused: number;
  readonly unknown: number;
  readonly unsent: number;
  /** In the database of the other pool. */
  readonly recordedThere: number;
}

/** Why the figures of an act differ from each other; and what no reason is known for, which must be nothing. */
export interface RelayVerdict {
  readonly explained: readonly string[];
  readonly faults: readonly string[];
}

/**
 * Each share that a miner was acknowledged is recorded, and each that was sent on has one end: the other pool has recorded those that it
 * accepted, and at most those on which it was silent.
 */
export function judgeRelay(result: RelayActResult): RelayVerdict {
  const { acked, unanswered, judged, recorded, forwarded, accepted, stale, refused, unknown } = result;
  const explained: string[] = [];
  const faults: string[] = [];
  const explain = (count: number, why: string): void => {
    if (count > 0) explained.push(`${count} ${why}`);
  };
  const must = (holds: boolean, what: string): void => {
    if (!holds) faults.push(what);
  };
  must(result.meanwhile > 0 && acked > result.meanwhile, 'no miner was mining');
  must(recorded >= acked, `${acked - recorded} acknowledged and not recorded`);
  must(recorded <= acked + unanswered, `${recorded - acked - unanswered} recorded that no miner has sent`);
  explain(recorded - acked, 'recorded whose miner was let go before it heard of it');
  must(recorded >= judged, `${judged - recorded} accepted and not recorded`);
  must(recorded - judged <= accepted, 'late shares recorded without the other pool');
  explain(recorded - judged, 'late, recorded because the other pool took them within a second');
  const ends = accepted + stale + refused + unknown;
  must(forwarded === ends, `${Math.abs(forwarded - ends)} sent on without one end`);
  explain(stale, 'sent on for a block that the other pool had left already');
  must(refused === 0, `${refused} refused by the other pool for what they are`);
  explain(unknown, 'without an answer when the connection ended');
  must(result.unsent === 0, `${result.unsent} not sent on`);
  const silent = result.recordedThere - accepted;
  must(silent >= 0, `${-silent} accepted by the other pool and not recorded there`);
  must(silent <= unknown, `${silent - unknown} recorded there that were never accepted`);
  explain(silent, 'recorded there whose answer never came');
  return { explained, faults };
}
