import {
  reloadPages as askForReload,
  type ReloadPagesOutcome,
} from '../../../domain/operations/reload-pages.ts';
import { malformedReason } from '../sentences.ts';
import { decides, type VerbFamily } from '../verb.ts';

const reloadPages = decides({
  name: 'reload-pages',
  does: 'ask every page of the site that is open now to be reloaded',
  input: {},
  run: askForReload,
  print: reloadSentence,
});

function reloadSentence({ kind }: ReloadPagesOutcome): string {
  switch (kind) {
    case 'done':
      return 'Every page that is open asks to be reloaded.';
    case 'malformed-reason':
      return malformedReason;
    case 'no-pool':
      return 'No pool runs here: only a running pool reaches open pages.';
  }
}

export const reloadPagesVerbs: VerbFamily = { verbs: [reloadPages] };
