/** A fenced block of a guide, with what stands behind its language: `run=NAME` or `file=PATH`. */
interface GuideBlock {
  readonly language: string;
  readonly mark: string;
  readonly text: string;
}

const fence = /^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm;

/** What can be followed of a guide in Markdown. Throws for a mark that stands there twice. */
export class Guide {
  readonly #blocks = new Map<string, string>();
  readonly #untaken: Set<string>;

  constructor(markdown: string) {
    for (const { mark, text } of blocksOf(markdown)) {
      if (mark === '') continue;
      if (this.#blocks.has(mark)) throw new Error(`two blocks are marked ${mark}`);
      this.#blocks.set(mark, text);
    }
    this.#untaken = new Set(this.#blocks.keys());
  }

  /** The commands of the block `run=name`. */
  commands(name: string): string {
    return this.#take(`run=${name}`);
  }

  /** What belongs into the file. */
  file(path: string): string {
    return this.#take(`file=${path}`);
  }

  /** The marks that were not asked for yet. */
  untaken(): readonly string[] {
    return [...this.#untaken];
  }

  #take(mark: string): string {
    const text = this.#blocks.get(mark);
    if (text === undefined) throw new Error(`the guide has no block marked ${mark}`);
    this.#untaken.delete(mark);
    return text;
  }
}

/** The blocks without a mark, which are not followed: by their first line. Transcripts (`console`) are made by a command. */
export function unmarkedBlocks(markdown: string): readonly string[] {
  return blocksOf(markdown)
    .filter(({ language, mark }) => mark === '' && language !== 'console')
    .map(({ text }) => text.split('\n')[0] ?? '');
}

function blocksOf(markdown: string): readonly GuideBlock[] {
  return [...markdown.matchAll(fence)].map(([, language = '', mark = '', text = '']) => ({
    language,
    mark,
    text,
  }));
}
