import { escapeHtml } from '../../runtime/escape-html.ts';

/** What the page shows of an OpenAPI document. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths?: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
}

interface ApiOperation {
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema?: { readonly type?: unknown; readonly description?: string };
  }[];
  readonly requestBody?: { readonly content?: ApiContent };
  readonly responses?: Readonly<
    Record<string, { readonly description?: string; readonly content?: ApiContent }>
  >;
}

type ApiContent = Readonly<Record<string, { readonly schema?: unknown }>>;

interface Call extends ApiOperation {
  readonly method: string;
  readonly path: string;
}

/** A style sheet of its own, because the content security policy lets nothing inline through. */
export const apiPageStyle = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; padding: 1rem; max-width: 60rem; }
details { border: 1px solid #8886; border-radius: 6px; margin: .5rem 0; padding: .25rem .75rem; }
summary { cursor: pointer; overflow-wrap: anywhere; }
summary b { display: inline-block; min-width: 3.5rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #8884; padding: .25rem .5rem .25rem 0; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
pre { overflow-x: auto; background: #8882; border-radius: 6px; padding: .5rem; font-size: .8125rem; max-height: 30rem; }
`;

/** The calls of an OpenAPI document as a page without scripts. */
export function apiPage({ info, tags = [], paths = {} }: ApiDocument): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ method, path, ...operation })),
  );
  const named = new Map(tags.map(({ name, description }) => [name, description]));
  const groups = new Set([...named.keys(), ...calls.map(tagOf)]);
  const title = escapeHtml(`${info.title} ${info.version}: API`);
  const sections = [...groups].map((tag) => {
    const own = calls.filter((call) => tagOf(call) === tag);
    return own.length === 0 ? '' : section(tag, named.get(tag), own);
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/api/docs/style.css">
</head>
<body>
<h1>${title}</h1>
<p>${escapeHtml(info.description ?? '')}</p>
<p><a href="/api/docs/json">The same as an OpenAPI document</a></p>
${sections.join('\n')}
</body>
</html>
`;
}

const tagOf = ({ tags }: Call): string => tags?.[0] ?? 'other';

function section(tag: string, description: string | undefined, calls: readonly Call[]): string {
  const heading = `<h2>${escapeHtml(tag)}</h2>`;
  const text = description === undefined ? '' : `<p>${escapeHtml(description)}</p>`;
  return `<section>${heading}${text}${calls.map(callDetails).join('\n')}</section>`;
}

function callDetails({
  method,
  path,
  summary,
  description,
  parameters,
  requestBody,
  responses,
}: Call): string {
  const name = `<b>${escapeHtml(method.toUpperCase())}</b> <code>${escapeHtml(path)}</code>`;
  const rows = (parameters ?? []).map(
    (parameter) =>
      `<tr><td><code>${escapeHtml(parameter.name)}</code></td><td>${escapeHtml(parameter.in)}${parameter.required === true ? ', required' : ''}</td><td>${escapeHtml(parameter.description ?? parameter.schema?.description ?? '')}</td></tr>`,
  );
  const answers = Object.entries(responses ?? {}).map(([status, response]) =>
    schemaBlock(
      `Answer ${status}${response.description ? `: ${response.description}` : ''}`,
      response.content,
    ),
  );
  return [
    `<details><summary>${name} ${escapeHtml(summary ?? '')}</summary>`,
    description === undefined ? '' : `<p>${escapeHtml(description)}</p>`,
    rows.length === 0
      ? ''
      : `<table><thead><tr><th>Parameter</th><th>In</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
    schemaBlock('Body', requestBody?.content),
    ...answers,
    '</details>',
  ].join('');
}

function schemaBlock(title: string, content: ApiContent = {}): string {
  return Object.entries(content)
    .map(
      ([type, { schema }]) =>
        `<h4>${escapeHtml(title)} (${escapeHtml(type)})</h4><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`,
    )
    .join('');
}
