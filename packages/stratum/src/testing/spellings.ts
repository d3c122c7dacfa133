import type { Call } from './own-jobs-credit-game.ts';

const written: readonly ((text: string) => string)[] = [
  (text) => text.toUpperCase(),
  (text) => text.replace(/[a-f]/, (digit) => digit.toUpperCase()),
  (text) => `0x${text}`,
  (text) => `0X${text}`,
  (text) => text.replace(/^0x/, ''),
  (text) => text.replace(/^(0x)?0+/, '$1'),
  (text) => text.replace(/^(?:0x)?/, '$&0'),
  (text) => text.replace(/^(?:0x)?/, '$&00'),
  (text) => `${text}00`,
  (text) => ` ${text}`,
  (text) => `${text} `,
  (text) => `${text}\u0000`,
  (text) => `+${text}`,
];

/** The same call in other words: each of its texts in other digits, more of everything, and texts of JSON that mean the same. */
export function spellingsOf(call: Call): readonly string[] {
  const text = JSON.stringify({ id: 7, ...call });
  const { method, ...said } = call;
  const found = new Set<string>();
  for (const leaf of leavesOf(said))
    for (const write of written)
      found.add(text.replace(JSON.stringify(leaf), () => JSON.stringify(write(leaf))));
  for (const number of text.matchAll(/:(\d+)[,}]/g))
    for (const other of [`"${number[1]}"`, `${number[1]}.0`, `${number[1]}e0`])
      found.add(text.replace(number[0], number[0].replace(number[1] ?? '', other)));
  for (const more of ['null', '"00"', '"00000000"', '{}']) found.add(text.replace(/\](?=\}$)/, `,${more}]`));
  found.add(text.replace(/\}$/, ',"more":1}'));
  found.add(text.replace(/\}\}$/, ',"more":1}}'));
  found.add(text.replace('"id":7', '"id":8,"id":9'));
  found.add(text.replaceAll('0', String.raw`\u0030`).replace(String.raw`"id":7`, '"id":7'));
  found.add(text.replaceAll('":', '" : '));
  found.add(text.replace(JSON.stringify(method), () => JSON.stringify(`${method} `)));
  found.delete(text);
  return [...found];
}

function leavesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}
