import { createHash, randomBytes } from 'node:crypto';
import { Agent as HttpAgent, type ClientRequest, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { answerChallenge, type DigestChallenge, readChallenge } from '@openlode/signing/digest-login';
import type { NodeLogin } from './login-file.ts';
import type { RpcOutcome } from './rpc-answer.ts';
import { exchange, type ReadAnswer } from './rpc-exchange.ts';

/** Connections to one node, which are kept. */
export interface RpcConnections {
  /** Never rejects. */
  ask(body: string, login: NodeLogin | undefined, signal: AbortSignal): Promise<RpcOutcome>;
  close(): void;
}

export interface ConnectionOptions {
  readonly url: URL;
  readonly answerBytesMax: number;
  /** What an answer says. */
  readonly read?: ReadAnswer;
}

type Request = (agent: HttpAgent, authorization: string | undefined) => ClientRequest;

/** Two for what waits and is asked at intervals, the rest for blocks and verdicts. */
const socketsMax = 8;
/** A first answer, one to a challenge of another connection, and one to that of this one. */
const triesMax = 3;

/** Connections that say user and password with each call; any call may take any of them. */
export function basicConnections({ url, ...reading }: ConnectionOptions): RpcConnections {
  const agent = newAgent(url, socketsMax);
  return {
    async ask(body, login, signal) {
      const words = login === undefined ? undefined : Buffer.from(`${login.user}:${login.password}`);
      const authorization = words === undefined ? undefined : `Basic ${words.toString('base64')}`;
      const open = requests(url, body, signal);
      const { outcome } = await exchange(() => open(agent, authorization), body, { ...reading, signal });
      return outcome;
    },
    close: () => agent.destroy(),
  };
}

/** A connection and the challenge that its node has given on it: monerod gives another one to each. */
export interface Lane {
  readonly agent: HttpAgent;
  challenge: DigestChallenge | undefined;
  answered: number;
}

/** Connections to one node, for calls of any of its paths. */
export interface DigestLanes {
  readonly all: Set<Lane>;
  /** Those without a call, the one that was used last at the end. */
  readonly idle: Lane[];
}

export function newDigestLanes(): DigestLanes {
  return { all: new Set(), idle: [] };
}

/**
 * Connections that log in by digest: each has one call at a time, because the answers to a challenge are counted.
 *
 * @param lanes those that other clients of the same node use as well
 */
export function digestConnections({
  url,
  lanes: { all, idle } = newDigestLanes(),
  ...reading
}: ConnectionOptions & { readonly lanes?: DigestLanes | undefined }): RpcConnections {
  function newLane(): Lane {
    const lane = { agent: newAgent(url, 1), challenge: undefined, answered: 0 };
    all.add(lane);
    return lane;
  }

  async function askOn(
    lane: Lane,
    body: string,
    login: NodeLogin | undefined,
    signal: AbortSignal,
  ): Promise<RpcOutcome> {
    const open = requests(url, body, signal);
    for (let tries = 1; ; tries += 1) {
      const authorization = login === undefined ? undefined : authorize(lane, url, login);
      const { outcome, challenges } = await exchange(() => open(lane.agent, authorization), body, {
        ...reading,
        signal,
      });
      if (outcome.kind !== 'unauthorized') return outcome;
      if (login === undefined) return { kind: 'unauthorized', why: 'the node asks for a login' };
      const refused = lane.challenge;
      lane.challenge = readChallenge(challenges);
      lane.answered = 0;
      if (lane.challenge === undefined)
        return { kind: 'unauthorized', why: 'the node asks for another login than digest with MD5' };
      // Of a connection that was closed meanwhile nothing is known any more: its challenge is another one.
      const isJudged = tries > 1 && refused !== undefined && !lane.challenge.isStale;
      if (isJudged || tries === triesMax) return outcome;
    }
  }

  return {
    async ask(body, login, signal) {
      const lane = idle.pop() ?? newLane();
      const outcome = await askOn(lane, body, login, signal);
      if (idle.length < socketsMax) idle.push(lane);
      else {
        all.delete(lane);
        lane.agent.destroy();
      }
      return outcome;
    },
    close() {
      for (const { agent } of all) agent.destroy();
    },
  };
}

function authorize(lane: Lane, { pathname, search }: URL, login: NodeLogin): string | undefined {
  if (lane.challenge === undefined) return undefined;
  lane.answered += 1;
  const answer = {
    method: 'POST',
    uri: `${pathname}${search}`,
    count: lane.answered,
    clientNonce: randomBytes(8).toString('hex'),
  };
  return answerChallenge(lane.challenge, login, answer, md5);
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

function newAgent({ protocol }: URL, maxSockets: number): HttpAgent {
  const limits = { keepAlive: true, maxSockets };
  return protocol === 'https:' ? new HttpsAgent(limits) : new HttpAgent(limits);
}

function requests(url: URL, body: string, signal: AbortSignal): Request {
  const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return (agent, authorization) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...(authorization === undefined ? {} : { authorization }),
    };
    return open(url, { method: 'POST', agent, headers, signal });
  };
}
