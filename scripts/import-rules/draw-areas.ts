import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { followImport } from './find-broken-imports.ts';
import { TESTS } from './import-rules.ts';
import { readImports } from './read-imports.ts';
import { listSourceFiles } from './source-files.ts';

/** For each area those that it imports, types included. */
export type AreaGraph = ReadonlyMap<string, ReadonlySet<string>>;

const tests = new RegExp(TESTS);

/** The folders right below `folder`, and what the products in them import of each other. */
export function readAreas(root: string, folder: string): AreaGraph {
  const graph = new Map<string, Set<string>>();
  const areaOf = (path: string): string | undefined =>
    path.startsWith(`${folder}/`) ? /^([^/]+)\//.exec(path.slice(folder.length + 1))?.[1] : undefined;
  for (const from of listSourceFiles(root, [folder])) {
    const area = areaOf(from);
    if (area === undefined || tests.test(from)) continue;
    const targets = graph.get(area) ?? new Set();
    graph.set(area, targets);
    for (const { specifier } of readImports(from, readFileSync(join(root, from), 'utf8'))) {
      const to = specifier === undefined ? undefined : followImport(root, from, specifier);
      const other = to === undefined || tests.test(to) ? undefined : areaOf(to);
      if (other !== undefined && other !== area) targets.add(other);
    }
  }
  return graph;
}

/** How many arrows there are: pairs of areas of which one imports the other. */
export function countArrows(graph: AreaGraph): number {
  return [...graph.values()].reduce((sum, targets) => sum + targets.size, 0);
}

/** The strongly connected groups of areas: all of a cycle are one, an area without a cycle is one of its own. */
export function stronglyConnected(graph: AreaGraph): readonly (readonly string[])[] {
  const reached = new Map([...graph.keys()].map((area) => [area, reach(graph, area)] as const));
  const groups: string[][] = [];
  for (const area of graph.keys()) {
    const group = groups.find(([first = '']) => leads(reached, first, area) && leads(reached, area, first));
    if (group === undefined) groups.push([area]);
    else group.push(area);
  }
  return groups.map((areas) => areas.toSorted());
}

/**
 * A picture of the areas for Mermaid, the highest above. An arrow that follows from others is left out: where `a` leads to `b` and `b` to `c`,
 * none is drawn from `a` to `c`. Areas in a cycle cannot be told apart by height, and stand in one box.
 */
export function drawAreas(graph: AreaGraph): string {
  const boxes = stronglyConnected(graph)
    .toSorted(([left = ''], [right = '']) => left.localeCompare(right))
    .map((areas, index) => ({ name: areas.length > 1 ? `cycle${index}` : areas.join(''), areas }));
  const boxOf = new Map(boxes.flatMap(({ name, areas }) => areas.map((area) => [area, name] as const)));
  const between = new Map(
    boxes.map(({ name, areas }) => {
      const targets = areas.flatMap((area) => [...(graph.get(area) ?? [])].map((to) => boxOf.get(to) ?? to));
      return [name, new Set(targets.filter((to) => to !== name))] as const;
    }),
  );
  const lines = ['flowchart TD'];
  for (const { name, areas } of boxes) if (areas.length > 1) lines.push(`  ${name}["${areas.join(', ')}"]`);
  for (const { name } of boxes) {
    const targets = [...(between.get(name) ?? [])].toSorted();
    const drawn = targets.filter((to) => !targets.some((other) => reach(between, other).has(to)));
    if (drawn.length > 0) lines.push(`  ${name} --> ${drawn.join(' & ')}`);
    // An area that imports nothing and is imported by none would not be seen.
    else if (![...between.values()].some((each) => each.has(name))) lines.push(`  ${name}`);
  }
  return lines.join('\n');
}

/** All that an area leads to, over others too. */
function reach(graph: AreaGraph, from: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [...(graph.get(from) ?? [])];
  for (let area = open.pop(); area !== undefined; area = open.pop()) {
    if (seen.has(area)) continue;
    seen.add(area);
    open.push(...(graph.get(area) ?? []));
  }
  return seen;
}

function leads(reached: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string): boolean {
  return reached.get(from)?.has(to) === true;
}
