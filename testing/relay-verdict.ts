/** What became of the shares of one act. */
export interface RelayActResult {
  readonly name: string;
  /** Shares that may end without an answer in this act, and how many times as hard the other pool asked for them as it counts. */
  readonly unknownMax: number;
  /** Shares that may be refused to their miners; a fifth of those acknowledged where it is left out. */
  readonly rejectedMax?: number | undefined;
  readonly factor: number;
  /** Whether shares of work that was priced while the other pool asked for more go on to count that here. */
  readonly holdsPrices?: boolean | undefined;
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
  /** Expected hashes of what was judged, recorded, accepted by the other pool and left unanswered, and recorded there. */
  readonly judgedWork: number;
  readonly recordedWork: number;
  readonly acceptedWork: number;
  readonly unknownWork: number;
  readonly recordedThereWork: number;
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
  must(result.rejected <= (result.rejectedMax ?? acked / 5), `${result.rejected} refused to their miners`);
  explain(result.rejected, 'refused to their miners: late, or of a lane that was gone');
  must(result.meanwhile > 0 && acked > result.meanwhile, 'no miner was mining');
  must(recorded >= acked, `${acked - recorded} acknowledged and not recorded`);
  must(recorded <= acked + unanswered, `${recorded - acked - unanswered} recorded that no miner has sent`);
  explain(recorded - acked, 'recorded whose miner was let go before it heard of it');
  must(recorded >= judged, `${judged - recorded} accepted and not recorded`);
  must(recorded - judged <= accepted, 'late shares recorded without the other pool');
  must(result.recordedWork >= result.judgedWork, 'less work recorded than judged');
  const most = result.judgedWork * (result.holdsPrices === true ? result.factor : 1);
  must(recorded > judged || result.recordedWork <= most, 'more work recorded than judged');
  if (result.holdsPrices === true)
    explain(
      result.recordedWork - result.judgedWork,
      'hashes more recorded than judged, of work that was priced while the other pool asked for more',
    );
  explain(recorded - judged, 'late, recorded because the other pool took them within a second');
  must(forwarded > 0, 'nothing was sent on');
  explain(recorded - forwarded, 'recorded and not sent on: they take less than the other pool asks for');
  const ends = accepted + stale + refused + unknown;
  must(forwarded === ends, `${Math.abs(forwarded - ends)} sent on without one end`);
  must(stale * 2 <= forwarded, `${stale} of ${forwarded} sent on too late`);
  explain(stale, 'sent on for a block that the other pool had left already');
  must(refused === 0, `${refused} refused by the other pool for what they are`);
  must(unknown <= result.unknownMax, `${unknown} without an answer, of ${result.unknownMax} at most`);
  explain(unknown, 'without an answer when the connection ended');
  must(result.unsent === 0, `${result.unsent} not sent on`);
  const silent = result.recordedThere - accepted;
  must(silent >= 0, `${-silent} accepted by the other pool and not recorded there`);
  must(silent <= unknown, `${silent - unknown} recorded there that were never accepted`);
  const there = result.acceptedWork + result.unknownWork - result.recordedThereWork;
  const works = `${result.recordedThereWork} of ${result.acceptedWork} hashes`;
  must(there >= 0, `more work recorded there than the other pool has accepted: ${works}`);
  must(
    unknown > 0 || result.factor > 1 || there <= 0,
    `less work recorded there than it has accepted: ${works}`,
  );
  // Whole hashes are counted there as well: of each share less than one is left out.
  must(
    unknown > 0 || (result.recordedThereWork + result.recordedThere) * result.factor >= result.acceptedWork,
    `less work recorded there than a part in ${result.factor} of what it has accepted: ${works}`,
  );
  if (unknown === 0)
    explain(
      there,
      `hashes accepted and not recorded there, which counts a part in ${result.factor} of a share`,
    );
  explain(silent, 'recorded there whose answer never came');
  explain(unknown - silent, 'not recorded there: the connection ended before they came');
  return { explained, faults };
}
