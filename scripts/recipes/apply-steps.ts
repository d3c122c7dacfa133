import { readBlocks } from './read-blocks.ts';
import { readTree } from './read-tree.ts';
import { type Step, steps } from './steps.ts';

/** Text of a file, by its path in the repository; undefined where there is none. */
type ReadFile = (path: string) => string | undefined;

/**
 * What the recipes make of the tree: the text of each file that they write or change, all recipes one after the other.
 *
 * @throws Error where a recipe has a block that no step uses, a step finds nothing to change, or would write over a file
 */
export function applyRecipes(root: string): ReadonlyMap<string, string> {
  const changed = new Map<string, string>();
  const read: ReadFile = (path) => changed.get(path) ?? readTree(root, path);
  for (const [recipe, each] of Object.entries(steps)) {
    const blocks = readBlocks(root, recipe);
    const idle = [...blocks.keys()].filter((index) => !each.some((step) => usesBlock(step, index)));
    for (const index of idle)
      throw new Error(`${recipe}: no step of scripts/recipes/steps.ts uses block ${index}`);
    for (const step of each) {
      const [path, text] = applyStep(recipe, step, blocks, read);
      changed.set(path, text);
    }
  }
  return changed;
}

function usesBlock(step: Step, index: number): boolean {
  if ('write' in step) return step.block === index;
  return 'edit' in step && step.put.includes(`{${index}}`);
}

function applyStep(recipe: string, step: Step, blocks: readonly string[], read: ReadFile): [string, string] {
  const blockOf = (index: number): string => {
    const block = blocks[index];
    if (block === undefined) throw new Error(`${recipe} has no block ${index}`);
    return block;
  };
  if ('write' in step) {
    if (read(step.write) !== undefined) throw new Error(`${recipe}: ${step.write} is there already`);
    return [step.write, `${blockOf(step.block)}\n`];
  }
  const path = 'edit' in step ? step.edit : step.raise;
  const text = read(path);
  if (text === undefined) throw new Error(`${recipe}: there is no ${path}`);
  const made =
    'edit' in step
      ? text.replace(step.find, () => step.put.replace(/\{(\d)\}/, (_, index) => blockOf(Number(index))))
      : text.replace(step.pattern, (all, number: string) =>
          all.replace(number, String(Number(number) + step.by)),
        );
  const sought = 'edit' in step ? step.find : String(step.pattern);
  if (made === text) throw new Error(`${recipe}: ${path} has no ${JSON.stringify(sought)}`);
  return [path, made];
}
