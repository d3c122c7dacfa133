import { html, type Html } from './html.ts';
import type { Visitor } from './visitor.ts';

export const stylePath = '/operator/style.css';

interface Page {
  readonly title: string;
  /** Undefined for a visitor who is refused. */
  readonly visitor: Visitor | undefined;
  readonly body: Html;
}

/** A whole page. It has no script: what is done goes through forms. */
export function layout({ title, visitor, body }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${title} · Openlode operator</title>
<link rel="stylesheet" href="${stylePath}">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>
<strong>Openlode operator</strong>
${
  visitor === undefined
    ? undefined
    : html`<nav aria-label="Pages"><a href="/operator">Overview</a> <a href="/operator/commands">Commands</a></nav>
<span class="who">${visitor.name}, ${visitor.mayAct ? 'may act' : 'may look only'}</span>`
}
</header>
<main id="main">
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.toString();
}

/** What stands in columns is kept apart by two spaces or more. */
const inColumns = /\S {2,}\S/;

/** What a verb printed: its tables keep their columns, and scroll by themselves where they are wider than the page; sentences wrap. */
export function printed(text: string, label: string): Html {
  return html`<div class="printed${inColumns.test(text) ? '' : ' sentences'}" role="region" aria-label="${label}" tabindex="0"><pre>${text}</pre></div>`;
}

/** A state in words, never by colour alone. */
export function notice(kind: 'good' | 'wait' | 'bad', text: string): Html {
  const mark = { good: '✓', wait: '◌', bad: '✕' }[kind];
  return html`<p class="notice ${kind}"><span aria-hidden="true">${mark}</span> ${text}</p>`;
}
