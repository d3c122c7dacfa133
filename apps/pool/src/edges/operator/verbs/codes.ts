import { type GrantCodeOutcome, grantCode } from '../../../domain/operations/grant-code.ts';
import { listCodes } from '../../../domain/operations/list-codes.ts';
import { minerArgument, optionalWholeNumber, text } from '../parameters.ts';
import { printList } from '../print-table.ts';
import { malformedReason, namingSentence } from '../sentences.ts';
import { decides, looks, type VerbFamily } from '../verb.ts';

const codesList = looks({
  name: 'codes list',
  does: 'the custom codes there are',
  input: {},
  run: listCodes,
  print: (found) =>
    printList(found, 'There are no custom codes.', {
      code: ({ code }) => code,
      tier: { right: ({ tier }) => String(tier) },
      'up to': { right: ({ highest }) => String(highest) },
      'active miners': { right: ({ active }) => String(active) },
      coin: ({ coin }) => coin,
      address: ({ address }) => address,
      miner: ({ uuid }) => uuid,
    }),
});

const codesGrant = decides({
  name: 'codes grant',
  does: 'give a miner a custom code, for good, or its code another highest tier',
  input: {
    miner: minerArgument,
    code: text('<code>', 'letters, digits and hyphens, at most 32'),
    tier: optionalWholeNumber(
      '--tier <number>',
      'the highest tier that it may reach by its active miners (default: no limit)',
      { minimum: 0, maximum: 99 },
    ),
  },
  run: grantCode,
  asks: ({ miner, code }) => `Give ${code} to ${miner}? A code that miners use is not taken back.`,
  isDone: ({ kind }) => kind === 'granted',
  print: (outcome, { miner, code }) => grantSentence(miner, code, outcome),
});

function grantSentence(typed: string, code: string, outcome: GrantCodeOutcome): string {
  switch (outcome.kind) {
    case 'granted':
      return `${outcome.code} belongs to ${typed}: tier ${outcome.tier}, with ${outcome.active} active miners; it may reach tier ${outcome.highest}.`;
    case 'bad-code':
      return `${code} is no code: letters, digits and hyphens, at most 32.`;
    case 'unknown-tier':
      return 'There is no such tier.';
    case 'unknown-miner':
      return `No accepted share was ever mined to ${typed}: a miner comes with its first share.`;
    case 'taken':
      return `${code} is taken, in these letters or others.`;
    case 'has-another':
      return `${typed} has the code ${outcome.code}, which miners use; a second one is not given.`;
    case 'malformed-reason':
      return malformedReason;
    case 'malformed-miner':
    case 'bad-address':
      return namingSentence(typed, outcome);
  }
}

export const codesVerbs: VerbFamily = {
  group: { name: 'codes', does: 'custom referral codes; every miner has an ordinary one by itself' },
  verbs: [codesList, codesGrant],
};
