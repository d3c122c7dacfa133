import { type RestrictOutcome, restrictAddress } from '../../../domain/operations/restrict-address.ts';
import { accountArgument } from '../parameters.ts';
import { malformedReason, namingSentence } from '../sentences.ts';
import { decides, type VerbFamily } from '../verb.ts';

const restrict = decides({
  name: 'restrict',
  does: 'refuse an address: its miners are disconnected, and nothing is paid to it',
  input: { account: accountArgument },
  run: (ctx, input) => restrictAddress(ctx, { ...input, restrict: true }),
  asks: ({ account }) => `Refuse ${account} from now on?`,
  print: (outcome, { account }) => restrictSentence(account, outcome, 'is refused from now on'),
});

const unrestrict = decides({
  name: 'unrestrict',
  does: 'serve a restricted address again',
  input: { account: accountArgument },
  run: (ctx, input) => restrictAddress(ctx, { ...input, restrict: false }),
  print: (outcome, { account }) => restrictSentence(account, outcome, 'is served again'),
});

function restrictSentence(typed: string, outcome: RestrictOutcome, done: string): string {
  switch (outcome.kind) {
    case 'done':
      return `${outcome.coin}:${outcome.address} ${done}.`;
    case 'not-restricted':
      return `${typed} is not restricted.`;
    case 'malformed-reason':
      return malformedReason;
    case 'malformed-account':
    case 'bad-address':
      return namingSentence(typed, outcome);
  }
}

export const restrictVerbs: VerbFamily = { verbs: [restrict, unrestrict] };
