import type { NodeRpc, Params } from '../../../chains/nodes/node-rpc.ts';
import type { RpcOutcome } from '../../../chains/nodes/rpc-answer.ts';
import { transferData } from '../token-transfer.ts';
import { type TronNode, type TronPath, tronPaths } from '../tron-node.ts';
import {
  type Executed,
  fees,
  type StandInBlock,
  type StandInChain,
  version,
  witness,
} from './stand-in-chain.ts';

/** What becomes of calls to a stand-in. */
export type CallFate = 'answered' | 'lost-before' | 'lost-after' | 'busy';

type Fields = Readonly<Record<string, unknown>>;

const unanswered = { kind: 'unanswered', why: 'the connection was reset' } as const;
/** What a lite node says, as plain text, to whatever is asked of blocks and transactions. */
const lite = {
  kind: 'unanswered',
  why: 'status 200: this API is closed because this node is a lite fullnode',
} as const;
const closedOnLite: ReadonlySet<TronPath> = new Set(['getblockbylimitnext', 'gettransactioninfobyid']);
const pageMax = 100;

/**
 * A stand-in for a full node (java-tron 4.8) over a stand-in of the network: the paths that the rail asks, as its sources and documents describe them, and its faults. What it
 * does not know it answers with no fields. No real node was asked.
 */
export class StandInNode {
  readonly chain: StandInChain;
  /** Blocks that it is behind. */
  lag = 0;
  /** The oldest block that it keeps, beside the first. */
  keepsFrom = 1;
  isLite = false;
  /** It stores no results of transactions (`storage.transHistory.switch`). */
  hasResults = true;
  /** It executes calls for their answer (`vm.supportConstant`). */
  isCalling = true;
  /** Of each call; a suite loses some. */
  fate: (path: TronPath) => CallFate = () => 'answered';
  /** Runs before and behind each call: a suite lets the calling process die there. */
  around: <T>(call: () => Promise<T>) => Promise<T> = (call) => call();
  /** It denies to know what became of these. */
  readonly denied = new Set<string>();
  /** It changes what it answers. */
  lie: (path: TronPath, answer: Fields) => Fields = (_path, answer) => answer;
  /** Paths that it was asked. */
  readonly asked: TronPath[] = [];

  constructor(chain: StandInChain) {
    this.chain = chain;
  }

  /** As the rail is given it. */
  named(name: string): TronNode {
    const paths = Object.fromEntries(tronPaths.map((path) => [path, this.#rpcOf(path)]));
    return { name, paths: paths as Record<TronPath, NodeRpc> };
  }

  #rpcOf(path: TronPath): NodeRpc {
    return { call: (_method, params = {}) => this.call(path, params), close: () => undefined };
  }

  call(path: TronPath, params: Params): Promise<RpcOutcome> {
    return this.around(async () => {
      this.asked.push(path);
      const fate = this.fate(path);
      if (fate === 'lost-before') return unanswered;
      if (this.isLite && closedOnLite.has(path)) return lite;
      // Through text, as over the wire.
      const answer = JSON.parse(JSON.stringify(this.#run(path, params as Fields, fate))) as Fields;
      return fate === 'lost-after' ? unanswered : { kind: 'result', value: this.lie(path, answer) };
    });
  }

  #run(path: TronPath, params: Fields, fate: CallFate): Fields {
    switch (path) {
      case 'getnodeinfo': {
        const solid = this.#blocks[Math.max(0, this.#blocks.length - 1 - this.chain.solidLag)];
        const head = this.#blocks.at(-1);
        return { block: named(head), solidityBlock: named(solid), activeConnectCount: 8 };
      }
      case 'getblock':
        return this.#block(params);
      case 'getblockbylimitnext':
        return this.#page(Number(params['startNum']), Number(params['endNum']));
      case 'gettransactioninfobyid':
        return this.#info(String(params['value']));
      case 'getaccount':
        return this.#account(String(params['address']));
      case 'getchainparameters':
        return { chainParameter: parameters };
      case 'broadcasthex':
        return this.#broadcast(String(params['transaction']), fate);
      case 'triggerconstantcontract':
        return this.#callContract(params);
    }
  }

  get #blocks(): readonly StandInBlock[] {
    return this.chain.blocks.slice(0, this.chain.blocks.length - this.lag);
  }

  #has({ number }: StandInBlock): boolean {
    return number === 0 || number >= this.keepsFrom;
  }

  #block({ id_or_num: number, detail }: Fields): Fields {
    const blocks = this.#blocks;
    const found = number === undefined ? blocks.at(-1) : blocks[Number(number)];
    return found === undefined || !this.#has(found) ? {} : jsonOf(found, detail === true);
  }

  #page(from: number, to: number): Fields {
    if (to <= from || to - from > pageMax) return {};
    const found = this.#blocks.slice(from, to).filter((each) => this.#has(each));
    return found.length === 0 ? {} : { block: found.map((each) => jsonOf(each, true)) };
  }

  #info(txid: string): Fields {
    if (this.denied.has(txid) || !this.hasResults) return {};
    for (const block of this.#blocks) {
      const found = block.transactions.find((each) => each.txid === txid);
      if (found === undefined || !this.#has(block)) continue;
      return {
        id: txid,
        ...(found.fee > 0n && { fee: Number(found.fee) }),
        blockNumber: block.number,
        blockTimeStamp: block.at,
        ...resultOf(found),
        ...(found.result !== 'SUCCESS' && { result: 'FAILED' }),
      };
    }
    return {};
  }

  /** With what waits, as a node shows it. */
  #account(address: string): Fields {
    const state = this.chain.accounts.get(address);
    if (state === undefined) return {};
    const waiting = [...this.chain.pending.values()].filter(({ owner }) => owner === address);
    const spent = waiting.reduce((sum, { token, amount }) => (token === undefined ? sum + amount : sum), 0n);
    const balance = Number(state.balance - spent);
    const operatedAt = waiting.length > 0 ? this.chain.now : state.operatedAt;
    return {
      address,
      ...(balance !== 0 && { balance }),
      ...(state.isContract && { type: 'Contract' }),
      ...(operatedAt > 0 && { latest_opration_time: operatedAt }),
    };
  }

  /** Executes a call on the newest block for its answer alone. */
  #callContract(params: Fields): Fields {
    const [owner, contract, selector, parameter] = [
      'owner_address',
      'contract_address',
      'function_selector',
      'parameter',
    ].map((name) => {
      const said = params[name];
      return typeof said === 'string' ? said : '';
    });
    const refused = (message: string): Fields => ({
      result: { code: 'CONTRACT_VALIDATE_ERROR', message: Buffer.from(message).toString('hex') },
    });
    if (!this.isCalling) return refused('this node does not support constant');
    const token = this.chain.tokens.get(contract ?? '');
    if (token === undefined) return refused('Smart contract is not exist.');
    const called = token.call(owner ?? '', selector ?? '', parameter ?? '');
    const message = Buffer.from('REVERT opcode executed').toString('hex');
    const isDone = called.kind === 'done';
    return {
      result: { result: true, ...(!isDone && { message }) },
      energy_used: Number(called.energy),
      constant_result: [isDone ? called.answer : ''],
      ...(isDone && called.logs.length > 0 && { logs: called.logs }),
      transaction: { ret: [isDone ? {} : { ret: 'FAILED' }], visible: false },
    };
  }

  #broadcast(transaction: string, fate: CallFate): Fields {
    if (fate === 'busy') return { result: false, code: 'SERVER_BUSY', message: 'Server busy.' };
    try {
      const code = this.chain.submit(Buffer.from(transaction, 'hex'));
      return { result: code === 'SUCCESS', code, message: code === 'SUCCESS' ? '' : 'As documented.' };
    } catch (error) {
      return { Error: `class java.lang.Exception : ${String(error)}` };
    }
  }
}

const parameters = [
  { key: 'getMaintenanceTimeInterval', value: 21_600_000 },
  { key: 'getCreateAccountFee', value: Number(fees.openingBandwidth) },
  { key: 'getTransactionFee', value: Number(fees.byte) },
  { key: 'getCreateNewAccountFeeInSystemContract', value: Number(fees.opening) },
  { key: 'getEnergyFee', value: Number(fees.energy) },
  { key: 'getAllowSameTokenName' },
];

function named(block: StandInBlock | undefined): string {
  return `Num:${block?.number ?? 0},ID:${block?.id ?? ''}`;
}

function jsonOf({ number, id, parent, at, root, transactions }: StandInBlock, isWhole: boolean): Fields {
  const raw = {
    ...(number > 0 && { number }),
    txTrieRoot: root,
    witness_address: witness,
    parentHash: parent,
    version,
    timestamp: at,
  };
  return {
    blockID: id,
    block_header: { raw_data: raw, witness_signature: '00'.repeat(65) },
    ...(isWhole && transactions.length > 0 && { transactions: transactions.map(transactionJson) }),
  };
}

/** What became of a transaction: of a call of a contract what it took, answered and reported. */
function resultOf({ fee, result, called }: Executed): Fields {
  if (called === undefined) return { contractResult: [''], receipt: { net_fee: Number(fee) } };
  const { energyFee, answer, logs } = called;
  return {
    contractResult: [answer],
    receipt: { energy_fee: Number(energyFee), net_fee: Number(fee - energyFee), result },
    ...(logs.length > 0 && { log: logs }),
  };
}

function transactionJson(transaction: Executed): Fields {
  const { txid, raw, signature, result, feeLimit } = transaction;
  const { type, value } = contractOf(transaction);
  return {
    ret: [{ contractRet: result }],
    signature: [Buffer.from(signature).toString('hex')],
    txID: txid,
    raw_data: {
      contract: [{ parameter: { value, type_url: `type.googleapis.com/protocol.${type}` }, type }],
      ...(feeLimit !== undefined && { fee_limit: Number(feeLimit) }),
    },
    raw_data_hex: Buffer.from(raw).toString('hex'),
  };
}

function contractOf({ owner, payee, token, amount }: Executed): {
  readonly type: string;
  readonly value: Fields;
} {
  if (payee === undefined)
    return { type: 'FreezeBalanceV2Contract', value: { owner_address: owner, frozen_balance: 1_000_000 } };
  if (token === undefined)
    return {
      type: 'TransferContract',
      value: { owner_address: owner, to_address: payee, amount: Number(amount) },
    };
  return {
    type: 'TriggerSmartContract',
    value: { data: transferData(payee, amount), owner_address: owner, contract_address: token },
  };
}
