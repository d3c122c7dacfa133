import { type NodeLogin, readLoginFile } from './login-file.ts';
import { readPlainAnswer, readRpcAnswer, type RpcOutcome } from './rpc-answer.ts';
import { basicConnections, type DigestLanes, digestConnections } from './rpc-connections.ts';

/** Calls a node; never rejects. A call may be repeated: what it does has the same effect twice. */
export interface NodeRpc {
  call(method: string, params?: Params, options?: CallOptions): Promise<RpcOutcome>;
  /** Ends every call that is under way. */
  close(): void;
}

/** In their order, or by their names. */
export type Params = readonly unknown[] | Readonly<Record<string, unknown>>;

export interface CallOptions {
  /** How long the whole answer may take. */
  readonly withinMs?: number;
}

export interface NodeRpcOptions {
  /** `http://` or `https://`, host and port. */
  readonly url: URL;
  /** The content of the login file, read again for each try to log in: a node writes another cookie at each start. Throws where it cannot be read. Without it there is no login. */
  readonly readLogin?: () => string;
  /** How the node wants to hear user and password. */
  readonly scheme?: 'basic' | 'digest';
  /** Of `digest`: connections that clients of other paths of this node use as well. The first that closes closes them all. */
  readonly lanes?: DigestLanes;
  /** Of JSON-RPC; nodes of Bitcoin's family know no other than 1.0 in their older releases, nodes of Ethereum's take 2.0 only. */
  readonly version?: '1.0' | '2.0';
  /** `plain`: the path is one call, which takes the fields alone and answers with fields, as some of Monero's do. */
  readonly form?: 'json-rpc' | 'plain';
  /** A longer answer is no answer. A template of four megabytes of transactions has twelve as JSON. */
  readonly answerBytesMax?: number;
}

const usualMs = 10_000;

/** A JSON-RPC client for one node: connections are kept, redirections are not followed. */
export function openNodeRpc({
  url,
  readLogin,
  scheme = 'basic',
  lanes,
  version = '1.0',
  form = 'json-rpc',
  answerBytesMax = 64 * 2 ** 20,
}: NodeRpcOptions): NodeRpc {
  const read = form === 'plain' ? readPlainAnswer : readRpcAnswer;
  const connections =
    scheme === 'basic'
      ? basicConnections({ url, answerBytesMax, read })
      : digestConnections({ url, answerBytesMax, read, lanes });
  const underWay = new Set<AbortController>();
  let login: NodeLogin | undefined;

  async function ask(body: string, signal: AbortSignal): Promise<RpcOutcome> {
    try {
      login ??= readLogin === undefined ? undefined : readLoginFile(readLogin());
    } catch (error) {
      return { kind: 'unauthorized', why: (error as Error).message };
    }
    const outcome = await connections.ask(body, login, signal);
    if (outcome.kind === 'unauthorized') login = undefined;
    return outcome;
  }

  return {
    async call(method, params = [], { withinMs = usualMs } = {}) {
      const body = JSON.stringify(form === 'plain' ? params : { jsonrpc: version, id: 1, method, params });
      const ending = new AbortController();
      underWay.add(ending);
      const timer = setTimeout(
        () => ending.abort(new Error(`no answer within ${withinMs / 1000} s`)),
        withinMs,
      );
      try {
        const wasLoggedIn = login !== undefined;
        const first = await ask(body, ending.signal);
        // The cookie may be one of before the node's last start.
        return first.kind === 'unauthorized' && wasLoggedIn ? await ask(body, ending.signal) : first;
      } finally {
        clearTimeout(timer);
        underWay.delete(ending);
      }
    },
    close() {
      for (const call of underWay) call.abort(new Error('the pool closes'));
      connections.close();
    },
  };
}
