import type { Evidence } from './payout-state.ts';

/** What one node says of a transaction. `fee` is what the network really took, in the asset of the decoded fee. */
export type TransactionStatus =
  | { readonly kind: 'absent' }
  /** `why`: what it waits for, where that is no block; nothing is final or invalidated meanwhile. */
  | { readonly kind: 'waiting'; readonly why?: string }
  /** `as`: the id under which its chain has it, where that is not how the pool names it. */
  | { readonly kind: 'confirmed'; readonly confirmations: number; readonly fee: bigint; readonly as?: string }
  /** It can never be confirmed: something it spends is spent elsewhere, or its time has passed on a final block. */
  | { readonly kind: 'invalidated'; readonly why: string; readonly fee: bigint }
  /** It is in a block, and no rule can tell whether it has paid: a person has to look. */
  | { readonly kind: 'unclear'; readonly why: string; readonly confirmations: number; readonly fee: bigint };

export interface TransactionAnswer {
  /** Which node: two answers of one node are one. */
  readonly node: string;
  /** Its newest block. */
  readonly height: number;
  /** False while the node knows itself to be behind or alone: its answer then counts for nothing. */
  readonly isSynced: boolean;
  readonly status: TransactionStatus;
}

export interface Judgement {
  readonly evidence: Evidence;
  /** What the network took, where two nodes agree on it; else 0. */
  readonly fee: bigint;
  /** What is missing for a final verdict, or contradicts one; undefined where nothing does. */
  readonly unresolved: string | undefined;
  /** Two nodes have executed it and cannot tell what it did, and none contradicts: a person decides it once it is deep enough. */
  readonly unclear?: { readonly confirmations: number; readonly fee: bigint };
  /** Under which id its chain has it, where that is not how the pool names it and those that have it in a block agree. */
  readonly as?: string;
  /** How many nodes count: in step, and not far from the height of the others. */
  readonly witnesses: number;
  /** Nodes whose height is far above that of most, and what they are measured by; undefined where there are none. They do not count. */
  readonly leftOut: string | undefined;
}

/** What a payment waits for that was executed, and of which no rule can tell whether it paid. */
export const unclearPaymentWords = 'an operator has to look (payouts paid, or payouts unpaid)';

/** How many nodes must say independently that a transaction is final, or that it is invalidated. */
export const witnessesNeeded = 2;

/** What decides whether something follows of a judgement. */
type Verdict = Pick<Judgement, 'evidence' | 'unresolved' | 'witnesses'>;

/** Whether two nodes have it under that many blocks, and nothing is missing for a final verdict or contradicts one. */
export function isFinal({ evidence, unresolved, witnesses }: Verdict, confirmationsNeeded: number): boolean {
  if (unresolved !== undefined || witnesses < witnessesNeeded) return false;
  return evidence.kind === 'confirmed' && evidence.confirmations >= confirmationsNeeded;
}

/** Whether two nodes say that it can never be confirmed, and none contradicts. */
export function isInvalidated({ evidence, unresolved, witnesses }: Verdict): boolean {
  return evidence.kind === 'invalidated' && unresolved === undefined && witnesses >= witnessesNeeded;
}

/** Two nodes must still agree after this time, ms, before money moves on their word. */
export const verdictDelayMs = 30_000;

/**
 * What is known of a transaction when nodes may be behind or wrong. Final and invalidated need two nodes in step that agree, fee included, and
 * none that contradicts. One node's word is enough to wait or to send the same bytes again, which can do no harm. Where three or more
 * answer, one whose height is far above that of most is left out, whatever it says: but for one thing, see `knownToOthers`.
 */
export function judgeTransaction(
  answers: readonly TransactionAnswer[],
  confirmationsNeeded: number,
): Judgement {
  const { counted, above, others } = countedAnswers(answers, confirmationsNeeded);
  const judged = judgeCounted(counted, confirmationsNeeded);
  return {
    ...judged,
    ...contradictionBelow(judged, counted, answers),
    ...knownToOthers(judged, counted, others),
    witnesses: counted.length,
    leftOut: leftOutWords(counted, above),
  };
}

/**
 * Money that is given back cannot be taken again, and the nodes that count may be on a dead branch or agree on a made-up height. So
 * nothing is invalidated while any node that calls itself in step knows the transaction, whatever its height.
 */
function knownToOthers(
  { evidence }: Judged,
  counted: readonly TransactionAnswer[],
  others: readonly TransactionAnswer[],
): Partial<Judged> {
  const knowing = others.filter(({ status }) => ['confirmed', 'waiting', 'unclear'].includes(status.kind));
  if (evidence.kind !== 'invalidated' || knowing.length === 0) return {};
  return {
    evidence: { kind: 'waiting' },
    unresolved: `nodes that agree: ${namesOf(counted)} says it is invalidated, ${namesOf(knowing)} knows it`,
  };
}

function leftOutWords(
  counted: readonly TransactionAnswer[],
  above: readonly TransactionAnswer[],
): string | undefined {
  if (above.length === 0) return undefined;
  return `${namesOf(above)} is not heard, far above ${namesOf(counted)}`;
}

/** `a at 100, b at 101` */
function namesOf(nodes: readonly TransactionAnswer[]): string {
  return nodes.map(({ node, height }) => `${node} at ${height}`).join(', ');
}

/**
 * The verdict where only one node is near its height, and a node in step far below it knows more of the transaction. Which of them is
 * wrong cannot be decided here, because a made-up height would silence all others. So its word alone causes no second sending and no
 * review.
 */
function contradictionBelow(
  { evidence, unresolved }: Judged,
  [alone, second]: readonly TransactionAnswer[],
  answers: readonly TransactionAnswer[],
): Partial<Judged> {
  if (alone === undefined || second !== undefined) return {};
  const executed = ['confirmed', 'unclear'];
  const more =
    evidence.kind === 'absent' ? ['waiting', ...executed] : evidence.kind === 'waiting' ? executed : [];
  const below = answers.filter(
    ({ isSynced, node, status }) => isSynced && node !== alone.node && more.includes(status.kind),
  );
  if (below.length === 0) return {};
  const others = namesOf(below);
  return {
    evidence: { kind: 'waiting' },
    unresolved:
      unresolved ??
      `nodes of one height: ${alone.node} is alone at ${alone.height}, and ${others} knows more of it`,
  };
}

type Judged = Omit<Judgement, 'witnesses' | 'leftOut'>;

function judgeCounted(counted: readonly TransactionAnswer[], confirmationsNeeded: number): Judged {
  const says = (kind: TransactionStatus['kind']): string[] =>
    counted.filter(({ status }) => status.kind === kind).map(({ node }) => node);
  const [invalidated, confirmed, waiting, absent] = [
    says('invalidated'),
    says('confirmed'),
    says('waiting'),
    says('absent'),
  ];
  if (counted.length === 0)
    return { evidence: { kind: 'silent' }, fee: 0n, unresolved: 'a node that is in step' };
  const [unresolved] = counted.flatMap(({ status }) =>
    status.kind === 'waiting' && status.why !== undefined ? [status.why] : [],
  );
  if (unresolved !== undefined)
    return {
      evidence: confirmed.length > 0 ? unconfirmed(absent) : { kind: 'waiting' },
      fee: 0n,
      unresolved,
    };
  if (says('unclear').length > 0) return judgeUnclear(counted, says('unclear'));
  if (invalidated.length > 0 && confirmed.length + waiting.length > 0)
    return {
      evidence: confirmed.length > 0 ? unconfirmed(absent) : { kind: 'waiting' },
      fee: 0n,
      unresolved: `nodes that agree: ${invalidated.join(', ')} says it is invalidated, ${[...confirmed, ...waiting].join(', ')} knows it`,
    };
  if (invalidated.length > 0) return judgeInvalidated(counted, invalidated);
  if (confirmed.length > 0) return judgeConfirmed(counted, confirmed, absent, confirmationsNeeded);
  if (waiting.length > 0 && absent.length === 0)
    return { evidence: { kind: 'waiting' }, fee: 0n, unresolved: undefined };
  return { evidence: { kind: 'absent' }, fee: 0n, unresolved: undefined };
}

interface Answers {
  readonly counted: readonly TransactionAnswer[];
  /** Of nodes that are in step by their own word, and do not count for their height. */
  readonly others: readonly TransactionAnswer[];
  /** Those of them that are far above most. */
  readonly above: readonly TransactionAnswer[];
}

/**
 * The answers that count: the last one of each node that is in step and near the others' height. Heights are measured from the middle
 * one, as long as most nodes are near it: while liars are fewer than honest nodes, it is an honest node's height or lies between two of
 * them. Otherwise, and so with two nodes, they are measured from the highest, which decides nothing alone.
 */
function countedAnswers(answers: readonly TransactionAnswer[], lagMax: number): Answers {
  const synced = answers.filter(({ isSynced }) => isSynced);
  const nodes = [...new Map(synced.map((each) => [each.node, each])).values()];
  const heights = nodes.map(({ height }) => height).toSorted((a, b) => b - a);
  const middle = heights[(heights.length - 1) >> 1] ?? 0;
  const near = nodes.filter(({ height }) => Math.abs(height - middle) <= lagMax);
  const isMiddleOfMost = near.length >= witnessesNeeded && near.length * 2 > nodes.length;
  const best = heights[0] ?? 0;
  const counted = isMiddleOfMost ? near : nodes.filter(({ height }) => height >= best - lagMax);
  const others = nodes.filter((each) => !counted.includes(each));
  return {
    counted,
    others,
    above: isMiddleOfMost ? others.filter(({ height }) => height > middle) : [],
  };
}

/** Nothing follows from it but that it is in a block: it is not sent again, and money moves by the word of a person only. */
function judgeUnclear(counted: readonly TransactionAnswer[], unclear: readonly string[]): Judged {
  const waits = { evidence: { kind: 'waiting' }, fee: 0n } as const;
  const others = counted.flatMap(({ node, status }) =>
    status.kind === 'confirmed' || status.kind === 'invalidated' ? [`${node} says it is ${status.kind}`] : [],
  );
  if (others.length > 0)
    return {
      ...waits,
      unresolved: `nodes that agree: ${unclear.join(', ')} cannot tell, ${others.join(', ')}`,
    };
  const found = counted.flatMap(({ status }) => (status.kind === 'unclear' ? [status] : []));
  const fee = agreedFee(counted, 'unclear');
  const confirmations = found.map((each) => each.confirmations).toSorted((a, b) => b - a)[
    witnessesNeeded - 1
  ];
  if (confirmations === undefined || fee === undefined)
    return {
      ...waits,
      unresolved: `a second node that has it in a block: only ${unclear.join(', ')} says so`,
    };
  const why = `${found[0]?.why}: ${unclearPaymentWords}`;
  return { ...waits, unresolved: why, unclear: { confirmations, fee } };
}

function judgeInvalidated(counted: readonly TransactionAnswer[], invalidated: readonly string[]): Judged {
  const fee = agreedFee(counted, 'invalidated');
  if (invalidated.length >= witnessesNeeded && fee !== undefined)
    return { evidence: { kind: 'invalidated' }, fee, unresolved: undefined };
  const unresolved =
    invalidated.length < witnessesNeeded
      ? `a second node: only ${invalidated.join(', ')} says it is invalidated`
      : `nodes that agree on its fee: ${invalidated.join(', ')}`;
  return { evidence: { kind: 'absent' }, fee: 0n, unresolved };
}

function judgeConfirmed(
  counted: readonly TransactionAnswer[],
  confirmed: readonly string[],
  absent: readonly string[],
  needed: number,
): Judged {
  if (confirmed.length < witnessesNeeded)
    return {
      evidence: unconfirmed(absent),
      fee: 0n,
      unresolved: `a second node: only ${confirmed.join(', ')} has it in a block`,
    };
  const counts = counted
    .map(({ status }) => (status.kind === 'confirmed' ? status.confirmations : 0))
    .toSorted((a, b) => b - a);
  const confirmations = counts[witnessesNeeded - 1] ?? 0;
  const fee = agreedFee(counted, 'confirmed');
  if (confirmations >= needed && fee === undefined)
    return {
      evidence: { kind: 'confirmed', confirmations: needed - 1, isMissing: false },
      fee: 0n,
      unresolved: `nodes that agree on its fee: ${confirmed.join(', ')}`,
    };
  const ids = new Set(counted.map(({ status }) => (status.kind === 'confirmed' ? status.as : undefined)));
  const [as, other] = [...ids].filter((each) => each !== undefined);
  return {
    evidence: { kind: 'confirmed', confirmations, isMissing: absent.length > 0 },
    fee: fee ?? 0n,
    unresolved: undefined,
    ...(as !== undefined && other === undefined && { as }),
  };
}

/** One node has it in a block: it counts as seen, with no confirmation. */
function unconfirmed(absent: readonly string[]): Evidence {
  return { kind: 'confirmed', confirmations: 0, isMissing: absent.length > 0 };
}

function agreedFee(
  counted: readonly TransactionAnswer[],
  kind: 'invalidated' | 'confirmed' | 'unclear',
): bigint | undefined {
  const fees = counted.flatMap(({ status }) => (status.kind === kind && 'fee' in status ? [status.fee] : []));
  return new Set(fees).size === 1 ? fees[0] : undefined;
}
