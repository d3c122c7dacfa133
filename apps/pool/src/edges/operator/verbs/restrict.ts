import { type RestrictOutcome, restrictAddress } from '../../../domain/operations/restrict-address.ts';
import { minerArgument } from '../parameters.ts';
import { malformedReason, namingSentence } from '../sentences.ts';
import { decides, type VerbFamily } from '../verb.ts';

const restrict = decides({
  name: 'restrict',
  does: 'refuse an address: its miners are disconnected, and nothing is paid to it',
  input: { miner: minerArgument },
  run: (ctx, input) => restrictAddress(ctx, { ...input, restrict: true }),
  asks: ({ miner }) => `Refuse ${miner} from now on?`,
  print: (outcome, { miner }) => restrictSentence(miner, outcome, 'is refused from now on'),
});

const unrestrict = decides({
  name: 'unrestrict',
  does: 'serve a restricted address again',
  input: { miner: minerArgument },
  run: (ctx, input) => restrictAddress(ctx, { ...input, restrict: false }),
  print: (outcome, { miner }) => restrictSentence(miner, outcome, 'is served again'),
});

function restrictSentence(typed: string, outcome: RestrictOutcome, done: string): string {
  switch (outcome.kind) {
    case 'done':
      return `${outcome.coin}:${outcome.address} ${done}.`;
    case 'not-restricted':
      return `${typed} is not restricted.`;
    case 'malformed-reason':
      return malformedReason;
    case 'malformed-miner':
    case 'bad-address':
      return namingSentence(typed, outcome);
  }
}

export const restrictVerbs: VerbFamily = { verbs: [restrict, unrestrict] };
