import { answer } from '../../core/answers.ts';
import { requestRefusal } from '../../core/refusal-text.ts';
import { hexOfBytes } from '../../wire/hex.ts';
import type { MessageId } from '../../wire/message.ts';
import { rpc2ErrorLine, rpc2ResultLine } from '../../wire/rpc2-reply.ts';
import type { OwnJob } from '../../core/own-jobs.ts';
import { giveJob } from './give-job.ts';
import type { OpenEthereumJob } from './jobs.ts';
import { defineEthereumDialect, type EthereumLayout } from './define-dialect.ts';
import { type EthereumEnv, type EthereumState, openEthereum } from './ethereum-state.ts';
import {
  type EthereumForm,
  hash32,
  login,
  loginOfWorker,
  nonceDigits,
  type Outcome,
  submit,
  unknownMethod,
} from './session.ts';

const methods = new Set(['eth_submitLogin', 'eth_getWork', 'eth_submitWork', 'eth_submitHashrate']);

/** The id of work that the miner did not ask for. */
const pushId = 0;

const form: EthereumForm = {
  accepted: (id) => rpc2ResultLine(id, true),
  refusal: rpc2ErrorLine,
  work: (job) => [workLine(pushId, job)],
};

function workLine(id: MessageId, { opened, target }: OwnJob<OpenEthereumJob>): string {
  return rpc2ResultLine(id, [
    `0x${opened.header}`,
    `0x${opened.seed}`,
    `0x${hexOfBytes(target.toReversed())}`,
  ]);
}

/** What it differs in from the other layouts. */
export const ethproxyLayout: EthereumLayout = {
  name: 'ethproxy',
  form,
  submitMethod: 'eth_submitWork',
  loginMethod: 'eth_submitLogin',
  recognises: (first) => first.kind === 'request' && methods.has(first.method),
  open: (number) => ({ ...openEthereum(number), subscribed: true }),
  request(state, message, env) {
    const { id, method, params, fields } = message;
    const { worker } = fields;
    switch (method) {
      case 'eth_submitWork':
        return submit(
          state,
          id,
          {
            login: loginOfWorker(state, worker),
            isJob: isHeader(params[1]),
            nonce: hash32(params[2]) && nonceDigits(params[0]),
            mix: hash32(params[2]),
          },
          form,
          env,
        );
      case 'eth_getWork':
        return getWork(state, id, env);
      case 'eth_submitLogin': {
        const request = { text: params[0], workerField: worker, password: params[1] };
        return login(state, id, request, { form, sendsWork: false }, env);
      }
      case 'eth_submitHashrate':
        return answer(state, form.accepted(id));
      default:
        return unknownMethod(state, message, form);
    }
  },
};

/**
 * The calls of an Ethereum node as eth-proxy made them a protocol: the worker, and a referral code behind it, stand in a field beside
 * the parameters. Nothing of a nonce is given by the pool.
 */
export const ethproxy = defineEthereumDialect(ethproxyLayout);

function isHeader(text: unknown): (opened: OpenEthereumJob) => boolean {
  const header = typeof text === 'string' ? text.toLowerCase() : '';
  return (opened) => header === `0x${opened.header}` || header === opened.header;
}

/** The newest job; a fresh one only where none is open, so that asking for work makes none. */
function getWork(state: EthereumState, id: MessageId, env: EthereumEnv): Outcome {
  if (state.workers.size === 0) return answer(state, form.refusal(id, 24, requestRefusal.loginFirst));
  const last = state.jobs.at(-1);
  if (last !== undefined && last.opened.number >= env.jobs.oldestNumber)
    return answer(state, workLine(id, last));
  const given = giveJob(state, env);
  if (given === undefined) return answer(state, form.refusal(id, 20, requestRefusal.noWork));
  return answer(given.state, workLine(id, given.job));
}
