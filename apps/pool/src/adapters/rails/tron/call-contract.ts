import { fieldsOf, list, text, UnreadableAnswer, wholeNumber } from '../../chains/nodes/node-answers.ts';
import type { TronToken } from './assets.ts';
import { readLogs } from './read-logs.ts';
import { accountWord, type ContractLog } from './token-transfer.ts';
import { ask, type TronNode } from './tron-node.ts';

/** A call that is executed for its answer alone, on the newest block. */
export interface ContractCall {
  /** Who calls: 21 bytes in hex, as the contract. */
  readonly account: string;
  readonly contract: string;
  /** As `decimals()`. */
  readonly selector: string;
  /** In hex. */
  readonly parameter?: string;
}

/** What a node says of a call. */
export type CallAnswer =
  /** `answer` in hex, `energy` with what the network adds for contracts that are called much. */
  | {
      readonly kind: 'done';
      readonly answer: string;
      readonly energy: bigint;
      readonly logs: readonly ContractLog[];
    }
  /** It was executed and undone. */
  | { readonly kind: 'undone'; readonly why: string }
  /** The node does not execute it: there may be no contract, or the node does not execute any (`vm.supportConstant`). */
  | { readonly kind: 'refused'; readonly why: string };

/** @throws UnreadableAnswer where nothing comes back that can be read */
export async function callContract(
  node: TronNode,
  { account, contract, selector, parameter = '' }: ContractCall,
): Promise<CallAnswer> {
  const fields = await ask(node, 'triggerconstantcontract', {
    owner_address: account,
    contract_address: contract,
    function_selector: selector,
    parameter,
  });
  const result = fieldsOf(fields['result'], 'result');
  const message = wordsIn(result['message']);
  if (result['result'] !== true)
    return { kind: 'refused', why: [result['code'], message].filter(Boolean).map(String).join(': ') };
  const [returned] = list(fieldsOf(fields['transaction'], 'transaction'), 'ret');
  if (message !== '' || fieldsOf(returned, 'ret')['ret'] === 'FAILED')
    return { kind: 'undone', why: message };
  const [answer] = list(fields, 'constant_result');
  return {
    kind: 'done',
    answer: text({ answer }, 'answer'),
    energy: BigInt(wholeNumber(fields, 'energy_used')),
    logs: fields['logs'] === undefined ? [] : readLogs(fields, 'logs'),
  };
}

/** Messages come as hex. */
function wordsIn(message: unknown): string {
  if (typeof message !== 'string') return '';
  return /^(?:[0-9a-f]{2})+$/.test(message) ? Buffer.from(message, 'hex').toString('utf8') : message;
}

/**
 * Asks a token for a number.
 *
 * @throws UnreadableAnswer where it does not say one
 */
async function askNumber(node: TronNode, call: ContractCall): Promise<bigint> {
  const said = await callContract(node, call);
  if (said.kind !== 'done')
    throw new UnreadableAnswer(`${call.selector} of ${call.contract} is not executed: ${said.why}`);
  if (!/^[0-9a-f]{64}$/.test(said.answer))
    throw new UnreadableAnswer(`${call.selector} of ${call.contract} answers no number`);
  return BigInt(`0x${said.answer}`);
}

/** What an account holds of a token, in its smallest unit. */
export function heldOfToken(node: TronNode, { contract }: TronToken, account: string): Promise<bigint> {
  return askNumber(node, {
    account,
    contract,
    selector: 'balanceOf(address)',
    parameter: accountWord(account),
  });
}

/** Why a contract is not the token that the settings name, by the word of a node; undefined where it is. */
export async function tokenFault(
  node: TronNode,
  { coin, contract, decimals }: TronToken,
  account: string,
): Promise<string | undefined> {
  const said = await callContract(node, { account, contract, selector: 'decimals()' });
  if (said.kind === 'done' && /^[0-9a-f]{64}$/.test(said.answer)) {
    const reported = BigInt(`0x${said.answer}`);
    if (reported === BigInt(decimals)) return undefined;
    return `the contract of ${coin} has ${reported} decimals instead of ${decimals}: it is another token`;
  }
  const why = said.kind === 'done' ? '' : ` (${said.why})`;
  return `there is no token at the contract of ${coin} that says its decimals${why}`;
}

/** What a token calls itself; undefined where it does not say so in the usual way. */
export async function symbolOf(
  node: TronNode,
  { contract }: TronToken,
  account: string,
): Promise<string | undefined> {
  const said = await callContract(node, { account, contract, selector: 'symbol()' });
  if (said.kind !== 'done') return undefined;
  const bytes = Buffer.from(said.answer, 'hex');
  // A string: where it begins (32), its length, and its bytes.
  const length = bytes.length >= 96 ? Number(BigInt(`0x${said.answer.slice(64, 128)}`)) : 0;
  if (length === 0 || length > bytes.length - 64) return undefined;
  return bytes.subarray(64, 64 + length).toString('utf8');
}
