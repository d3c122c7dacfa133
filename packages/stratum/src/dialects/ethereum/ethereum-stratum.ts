import { answer } from '../../core/answers.ts';
import { difficultyOfWork } from '../../core/difficulty.ts';
import { acceptedLine, errorLine, notificationLine, resultLine } from '../../wire/reply.ts';
import { defineEthereumDialect, type EthereumLayout } from './define-dialect.ts';
import { openEthereum } from './ethereum-state.ts';
import { type EthereumForm, login, nonceDigits, submit, subscribe, unknownMethod } from './session.ts';

/** As it is named in a subscription. */
export const ethereumStratumProtocol = 'EthereumStratum/1.0.0';

/**
 * Difficulty 1 of this protocol is 2^32 hashes, whatever the scale of the algorithm; a miner's target is harder by 1 part in 65,536, so
 * every share that the miner accepts meets the pool's target.
 */
export const ethereumStratumScale = { difficulty1Target: 0xffffn << 208n, hashesPerDifficulty1: 1n << 32n };

const form: EthereumForm = {
  accepted: acceptedLine,
  refusal: errorLine,
  work({ opened, work }, isNewWork) {
    const { job, seed, header } = opened;
    const notify = notificationLine('mining.notify', [job.id, seed, header, job.clean]);
    if (!isNewWork) return [notify];
    return [
      notificationLine('mining.set_difficulty', [difficultyOfWork(work, ethereumStratumScale)]),
      notify,
    ];
  },
};

/** What it differs in from the other layouts. */
export const ethereumStratumLayout: EthereumLayout = {
  name: 'ethereum-stratum',
  form,
  submitMethod: 'mining.submit',
  loginMethod: 'mining.authorize',
  recognises(first) {
    const [, named] = first.kind === 'request' && first.method === 'mining.subscribe' ? first.params : [];
    return typeof named === 'string' && named.startsWith('EthereumStratum/');
  },
  open: openEthereum,
  request(state, message, env) {
    const { id, method, params } = message;
    switch (method) {
      case 'mining.submit':
        return submit(
          state,
          id,
          {
            login: typeof params[0] === 'string' ? state.workers.get(params[0]) : undefined,
            isJob: ({ job }) => job.id === params[1],
            nonce: nonceDigits(params[2], state.prefix),
            mix: undefined,
          },
          form,
          env,
        );
      case 'mining.subscribe': {
        const subscription = ['mining.notify', state.prefix, ethereumStratumProtocol];
        return subscribe(state, resultLine(id, [subscription, state.prefix]), form, env);
      }
      case 'mining.authorize':
        return login(state, id, { text: params[0], password: params[1] }, { form, sendsWork: true }, env);
      case 'mining.extranonce.subscribe':
      case 'eth_submitHashrate':
        return answer(state, form.accepted(id));
      default:
        return unknownMethod(state, message, form);
    }
  },
};

/**
 * EthereumStratum/1.0.0, NiceHash's: the pool gives the first two bytes of the nonce and the miner sends the rest; the mix is not sent.
 *
 * @see NiceHash's specification of EthereumStratum/1.0.0
 */
export const ethereumStratum = defineEthereumDialect(ethereumStratumLayout);
