// npm run areas [FOLDER [ROOT]]: a picture of the areas of a folder and of their arrows, for Mermaid.
import { ROOT } from '../root.ts';
import { countArrows, drawAreas, stronglyConnected, readAreas } from './draw-areas.ts';

const [folder = 'apps/pool/src/domain', root = ROOT] = process.argv.slice(2);
const graph = readAreas(root, folder);
console.log(drawAreas(graph));
const cycles = stronglyConnected(graph).filter(({ length }) => length > 1);
console.error(`${graph.size} areas, ${countArrows(graph)} arrows, ${cycles.length} cycles`);
for (const areas of cycles) console.error(`  ${areas.length}: ${areas.join(', ')}`);
