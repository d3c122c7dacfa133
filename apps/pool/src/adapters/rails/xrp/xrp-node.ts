import {
  type Fields,
  fieldsOf,
  OtherChain,
  text,
  UnreadableAnswer,
  wholeNumber,
} from '../../chains/nodes/node-answers.ts';
import { valueOf } from '../../chains/nodes/node-protocol.ts';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import type { NodePoolKind } from '../../../domain/kernel/pool-kind.ts';
import type { NodeTip } from '../ask-nodes.ts';

/** A server (rippled) of the operator. */
export interface XrpNode {
  readonly name: string;
  readonly rpc: NodeRpc;
}

/** What a server says to a call: it answers with status 200 also where it refuses. */
export type Said =
  | { readonly kind: 'success'; readonly fields: Fields }
  /** `error`: one of its short names, as `txnNotFound`. */
  | { readonly kind: 'error'; readonly error: string; readonly why: string; readonly fields: Fields };

/** In version 2 of the interface (rippled 2.0) a range of ledgers that a server lacks is an error, and not cut to what it has. */
const apiVersion = 2;

/** @throws UnreadableAnswer where nothing comes back that can be read */
export async function said(
  rpc: NodeRpc,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
): Promise<Said> {
  const fields = fieldsOf(valueOf(await rpc.call(method, [{ ...params, api_version: apiVersion }])), method);
  if (fields['status'] === 'success') return { kind: 'success', fields };
  const error = text(fields, 'error');
  const words = fields['error_message'] ?? fields['error_exception'];
  return { kind: 'error', error, why: typeof words === 'string' ? `${error}: ${words}` : error, fields };
}

/** The same; @throws UnreadableAnswer where the server refuses as well. */
export async function ask(
  rpc: NodeRpc,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
): Promise<Fields> {
  const answer = await said(rpc, method, params);
  if (answer.kind === 'error') throw new UnreadableAnswer(`it refuses ${method}: ${answer.why}`);
  return answer.fields;
}

/** Where a server is. Heights are numbers of validated ledgers: consensus makes those final, and no other counts. */
export interface XrpTip extends NodeTip {
  /** The ledgers that it has whole, as it says them: `32570-6595042,6595050-6595090`. */
  readonly complete: string;
  /** In drops: what opens an account and stays in it, and what stays for each thing that the account owns. */
  readonly reserveBase: bigint;
  readonly reserveIncrement: bigint;
}

/** A network above 1024 stands in its transactions, so that what is signed for a test is good for nothing else. */
export const testNetworkId = 31_337;

/** What is written into transactions; undefined on the real ledger, which takes no number. */
export function networkIdOf(kind: NodePoolKind): number | undefined {
  return kind === 'real' ? undefined : testNetworkId;
}

const stepStates: ReadonlySet<string> = new Set(['full', 'proposing', 'validating']);

/**
 * Asks a server for its newest validated ledger.
 *
 * @throws UnreadableAnswer where it does not answer, has none, or is a server of another network
 */
export async function askTip(rpc: NodeRpc, kind: NodePoolKind): Promise<XrpTip> {
  const state = fieldsOf((await ask(rpc, 'server_state'))['state'], 'state');
  const { network_id: id = 0 } = state;
  const wanted = networkIdOf(kind) ?? 0;
  // A server whose file names no network is one of the real ledger, and says nothing.
  if (id !== wanted)
    throw new OtherChain(`it is a server of network ${String(id)}, and ${wanted} is paid on`);
  const ledger = fieldsOf(state['validated_ledger'], 'validated_ledger');
  return {
    height: wholeNumber(ledger, 'seq'),
    isSynced: stepStates.has(text(state, 'server_state')) && state['amendment_blocked'] !== true,
    complete: text(state, 'complete_ledgers'),
    reserveBase: BigInt(wholeNumber(ledger, 'reserve_base')),
    reserveIncrement: BigInt(wholeNumber(ledger, 'reserve_inc')),
  };
}

/** Whether a server has all of these ledgers whole, by its own word. */
export function hasWhole(complete: string, from: number, to: number): boolean {
  return complete.split(',').some((each) => {
    const [, first, last] = /^(\d+)(?:-(\d+))?$/.exec(each.trim()) ?? [];
    return first !== undefined && Number(first) <= from && to <= Number(last ?? first);
  });
}

/** An account, as a ledger has it. */
export interface AccountState {
  /** The number of its next transaction. */
  readonly sequence: number;
  /** In drops, with what stays in it. */
  readonly balance: bigint;
  readonly ownerCount: number;
  readonly flags: number;
  /** It belongs to the ledger itself (a pool of an exchange, a vault), and takes no payments. */
  readonly isPseudo: boolean;
  /** Of the ledger. */
  readonly height: number;
  /** Transactions that a server keeps for a later ledger; asked for of the open one alone. */
  readonly queued: number;
}

/** `validated`: final. `current`: the open ledger, with what waits for the next one. */
export type LedgerName = 'validated' | 'current';

/**
 * An account on a ledger; undefined where the ledger has none.
 *
 * @throws UnreadableAnswer where the server does not say
 */
export async function accountAt(
  rpc: NodeRpc,
  account: string,
  ledger: LedgerName,
): Promise<AccountState | undefined> {
  const queue = ledger === 'current' ? { queue: true } : {};
  const answer = await said(rpc, 'account_info', { account, ledger_index: ledger, ...queue });
  if (answer.kind === 'error') {
    if (answer.error === 'actNotFound') return undefined;
    throw new UnreadableAnswer(`it refuses account_info: ${answer.why}`);
  }
  const { fields } = answer;
  const data = fieldsOf(fields['account_data'], 'account_data');
  if (data['Account'] !== account) throw new UnreadableAnswer('it answers with another account');
  if (ledger === 'validated' && fields['validated'] !== true)
    throw new UnreadableAnswer('it answers with a ledger that is not validated');
  return {
    sequence: wholeNumber(data, 'Sequence'),
    balance: drops(data, 'Balance'),
    ownerCount: wholeNumber(data, 'OwnerCount'),
    flags: wholeNumber(data, 'Flags'),
    isPseudo: ['AMMID', 'VaultID', 'LoanBrokerID'].some((each) => data[each] !== undefined),
    height: wholeNumber(fields, ledger === 'validated' ? 'ledger_index' : 'ledger_current_index'),
    queued: queuedIn(fields['queue_data']),
  };
}

function queuedIn(value: unknown): number {
  return value === undefined ? 0 : wholeNumber(fieldsOf(value, 'queue_data'), 'txn_count');
}

/** An amount of XRP: a whole number of drops, as text. */
export function drops(fields: Fields, name: string): bigint {
  const value = fields[name];
  if (typeof value !== 'string' || !/^\d{1,18}$/.test(value))
    throw new UnreadableAnswer(`${name} is no amount of drops`);
  return BigInt(value);
}

/** 64 hexadecimal digits, in capitals as the ledger prints them. */
export function hash(fields: Fields, name: string): string {
  const value = text(fields, name);
  if (!/^[0-9A-F]{64}$/.test(value)) throw new UnreadableAnswer(`${name} is no hash`);
  return value;
}

/** Of the ledger's own time, which begins with the year 2000, in ms. */
export function momentOf(fields: Fields, name: string): number {
  return (wholeNumber(fields, name) + 946_684_800) * 1000;
}
