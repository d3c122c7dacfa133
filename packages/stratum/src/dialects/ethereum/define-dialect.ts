import { malformed } from '../../core/answers.ts';
import type { Dialect } from '../../core/dialect.ts';
import type { Message } from '../../wire/message.ts';
import type { EthashVerdict, OpenEthereumJob } from './jobs.ts';
import type { EthereumEnv, EthereumState } from './ethereum-state.ts';
import {
  announce,
  complete,
  type EthereumForm,
  isMining,
  type Outcome,
  type PendingEthereumShare,
  quiet,
  type Request,
} from './session.ts';

/** What the layouts of Ethereum's Stratum differ in. */
export interface EthereumLayout {
  readonly name: string;
  readonly form: EthereumForm;
  /** Names of the two messages that limits are for. */
  readonly submitMethod: string;
  readonly loginMethod: string;
  recognises(first: Message): boolean;
  open(number: number): EthereumState;
  request(state: EthereumState, message: Request, env: EthereumEnv): Outcome;
}

/** A dialect of Ethash and what descends from it: a header's hash, a nonce, a mix. Input of the verifier: `EthashInput`. Verdict: `EthashVerdict`. */
export function defineEthereumDialect(layout: EthereumLayout): Dialect<EthereumState, OpenEthereumJob> {
  const { name, form, submitMethod, loginMethod } = layout;
  return {
    name,
    recognises: (first) => layout.recognises(first),
    open: (number) => layout.open(number),
    receive(state, message, env) {
      if (message.kind === 'malformed') return malformed(state, message.id, message.why, env, form.refusal);
      if (message.kind === 'reply') return quiet(state);
      const isHello = message.method === 'mining.hello';
      if (message.named !== undefined && !isHello)
        return malformed(state, message.id, 'shape', env, form.refusal);
      return layout.request(state, message, env);
    },
    announce: (state, _opened, env) => announce(state, form, env),
    complete: (state, share, verdict, env) =>
      complete(state, share as PendingEthereumShare, verdict as EthashVerdict, form, env),
    isMining,
    classOf(message) {
      if (message.kind !== 'request' || message.named !== undefined) return 'other';
      if (message.method === submitMethod) return 'submit';
      return message.method === loginMethod ? 'login' : 'other';
    },
    loginText(message) {
      const [text] = message.kind === 'request' && message.method === loginMethod ? message.params : [];
      return typeof text === 'string' ? text : undefined;
    },
    refusal: form.refusal,
    // Programs have no such message; some take any line that they do not know for work.
    notice: () => '',
  };
}
