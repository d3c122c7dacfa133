import { answer } from '../../core/answers.ts';
import { hexOfBytes } from '../../wire/hex.ts';
import { acceptedLine, errorLine, resultLine } from '../../wire/reply.ts';
import { defineEthereumDialect } from '../ethereum/define-dialect.ts';
import { openEthereum } from '../ethereum/ethereum-state.ts';
import {
  type EthereumForm,
  hash32,
  login,
  nonceDigits,
  submit,
  subscribe,
  unknownMethod,
} from '../ethereum/session.ts';
import type { OpenKawpowJob } from './jobs.ts';
import { kawpowLines } from './kawpow-lines.ts';

const form: EthereumForm<OpenKawpowJob> = {
  accepted: acceptedLine,
  refusal: errorLine,
  work({ opened, target }, isNewWork) {
    const { job, header, seed } = opened;
    return kawpowLines({ ...job, header, seed, limit: hexOfBytes(target.toReversed()) }, isNewWork);
  },
};

/**
 * Ravencoin's Stratum: the pool gives the first two bytes of the nonce, jobs carry target and height, shares the whole nonce, the header
 * and the mix.
 */
export const kawpow = defineEthereumDialect({
  name: 'kawpow',
  form,
  submitMethod: 'mining.submit',
  loginMethod: 'mining.authorize',
  recognises: (first) => first.kind === 'request' && first.method === 'mining.subscribe',
  open: openEthereum,
  request(state, message, env) {
    const { id, method, params } = message;
    const [user, jobId, nonce, header, mix] = params;
    switch (method) {
      case 'mining.submit':
        return submit(
          state,
          id,
          {
            login: typeof user === 'string' ? state.workers.get(user) : undefined,
            isJob: (opened) => opened.job.id === jobId && header === `0x${opened.header}`,
            nonce: hash32(mix) && nonceDigits(nonce),
            mix: hash32(mix),
          },
          form,
          env,
        );
      case 'mining.subscribe':
        return subscribe(state, resultLine(id, [null, state.prefix]), form, env);
      case 'mining.authorize':
        return login(state, id, { text: user, password: params[1] }, { form, sendsWork: true }, env);
      case 'mining.extranonce.subscribe':
      case 'eth_submitHashrate':
        return answer(state, form.accepted(id));
      default:
        return unknownMethod(state, message, form);
    }
  },
});
