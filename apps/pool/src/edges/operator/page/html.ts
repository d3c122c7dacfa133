import { escapeHtml } from '../../../runtime/escape-html.ts';

/** Made by `html` alone, so that nothing of a miner's gets into a page unescaped. */
class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** Markup that may stand in a page as it is. */
export type Html = Markup;

type Part = Html | string | number | undefined | readonly Part[];

/** Markup with every part escaped that is no markup itself. A list stands without anything between its parts, and nothing for undefined. */
export function html(markup: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Markup(
    markup.map((piece, index) => `${piece}${index < parts.length ? textOf(parts[index]) : ''}`).join(''),
  );
}

/** Markup that was made safe elsewhere: of Markdown that lost everything that acts (`adapters/content`), and nothing else. */
export function safeMarkup(safe: string): Html {
  return new Markup(safe);
}

function textOf(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Markup) return part.toString();
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return part.map(textOf).join('');
}
