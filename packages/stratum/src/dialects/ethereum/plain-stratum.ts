import { hexOfBytes } from '../../wire/hex.ts';
import { rpc2ErrorLine, rpc2ResultLine } from '../../wire/rpc2-reply.ts';
import { defineEthereumDialect, type EthereumLayout } from './define-dialect.ts';
import { openEthereum } from './ethereum-state.ts';
import {
  type EthereumForm,
  hash32,
  login,
  loginOfWorker,
  nonceDigits,
  submit,
  subscribe,
  unknownMethod,
} from './session.ts';
import { answer } from '../../core/answers.ts';

const form: EthereumForm = {
  accepted: (id) => rpc2ResultLine(id, true),
  refusal: rpc2ErrorLine,
  // The id of a job is its header: older versions of ethminer take nothing but 64 digits.
  work: ({ opened, target }) => {
    const { header, seed, job } = opened;
    const params = [header, `0x${header}`, `0x${seed}`, `0x${hexOfBytes(target.toReversed())}`, job.clean];
    return [`{"id":0,"jsonrpc":"2.0","method":"mining.notify","params":${JSON.stringify(params)}}\n`];
  },
};

/** What it differs in from the other layouts. */
export const plainStratumLayout: EthereumLayout = {
  name: 'ethereum-plain-stratum',
  form,
  submitMethod: 'mining.submit',
  loginMethod: 'mining.authorize',
  recognises: (first) => first.kind === 'request' && first.method === 'mining.subscribe',
  open: openEthereum,
  request(state, message, env) {
    const { id, method, params, fields } = message;
    const { worker } = fields;
    const [user, , nonce, header, mix] = params;
    switch (method) {
      case 'mining.submit':
        return submit(
          state,
          id,
          {
            login:
              (typeof user === 'string' ? state.workers.get(user) : undefined) ??
              loginOfWorker(state, worker),
            isJob: (opened) => header === `0x${opened.header}` || header === opened.header,
            nonce: hash32(mix) && nonceDigits(nonce),
            mix: hash32(mix),
          },
          form,
          env,
        );
      case 'mining.subscribe':
        return subscribe(state, form.accepted(id), form, env);
      case 'mining.authorize': {
        const request = { text: params[0], workerField: worker, password: params[1] };
        return login(state, id, request, { form, sendsWork: true }, env);
      }
      case 'eth_submitHashrate':
        return answer(state, form.accepted(id));
      default:
        return unknownMethod(state, message, form);
    }
  },
};

/**
 * The third layout, which ethminer speaks for `stratum+tcp`: subscribed without the name of a protocol, jobs with their target, shares
 * with header and mix. A miner that is answered in another layout connects again twenty times a second.
 */
export const plainStratum = defineEthereumDialect(plainStratumLayout);
