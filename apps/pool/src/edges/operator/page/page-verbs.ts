import { isPath } from '../parameters.ts';
import type { Verb } from '../verb.ts';
import { families } from '../verbs.ts';

/**
 * Whether a verb is on the operator's page. What needs the program of the commands works beside the pool or without one, and what takes
 * a path writes where it says: both are for who is on the machine.
 */
export function isOnPage({ needs, input }: Verb): boolean {
  return needs !== 'program' && !Object.values(input).some(isPath);
}

/** Whether it is for who may act, and asked for once more: who may look only changes nothing and leaves no evidence. */
export function acts({ decides, keeps }: Pick<Verb, 'decides' | 'keeps'>): boolean {
  return decides || keeps === true;
}

/** The verbs of the page, in the order of the help, by the word before them; those without one stand by themselves. */
export function pageGroups(): readonly { readonly name: string; readonly verbs: readonly Verb[] }[] {
  const groups = new Map<string, Verb[]>();
  for (const { group, verbs } of families) {
    const name = group?.name ?? 'more';
    groups.set(name, [...(groups.get(name) ?? []), ...verbs.filter(isOnPage)]);
  }
  const more = groups.get('more') ?? [];
  groups.delete('more');
  return [...[...groups].map(([name, verbs]) => ({ name, verbs })), { name: 'more', verbs: more }].filter(
    ({ verbs }) => verbs.length > 0,
  );
}

const verbPrefix = '/operator/do/';

export function pathOfVerb({ name }: Pick<Verb, 'name'>): string {
  return verbPrefix + name.replaceAll(' ', '/');
}

/** `rest` is what stands behind `/operator/do/`. */
export function verbAtPath(rest: string): Verb | undefined {
  return families
    .flatMap(({ verbs }) => verbs)
    .find((verb) => isOnPage(verb) && pathOfVerb(verb) === verbPrefix + rest);
}

/** A verb that another one names. */
export function verbNamed(name: string): Verb {
  const found = families.flatMap(({ verbs }) => verbs).find((verb) => verb.name === name);
  if (found === undefined) throw new Error(`there is no verb ${name}`);
  return found;
}
