import { parseSync, Visitor } from 'oxc-parser';

export interface FileImport {
  /** As written, for example `./verb.ts` or `@openlode/mining/user-string`; undefined where it is computed. */
  readonly specifier: string | undefined;
  /** Whether the whole statement disappears when types are stripped. */
  readonly typeOnly: boolean;
}

/** Every import of one TypeScript file: static, dynamic, re-exported and `import('x').T`. Throws on bad syntax. */
export function readImports(fileName: string, source: string): FileImport[] {
  const parsed = parseSync(fileName, source);
  const problem = parsed.errors[0];
  if (problem !== undefined) throw new Error(`${fileName} does not parse: ${problem.message}`);

  const imports: FileImport[] = [];
  for (const statement of parsed.module.staticImports)
    imports.push({
      specifier: statement.moduleRequest.value,
      typeOnly: isTypeStatement(source.slice(statement.start, statement.end)),
    });
  for (const statement of parsed.module.staticExports) {
    const specifier = statement.entries.find((entry) => entry.moduleRequest !== null)?.moduleRequest?.value;
    if (specifier !== undefined)
      imports.push({ specifier, typeOnly: isTypeStatement(source.slice(statement.start, statement.end)) });
  }
  new Visitor({
    ImportExpression(node) {
      const { source } = node;
      const isText = source.type === 'Literal' && typeof source.value === 'string';
      imports.push({ specifier: isText ? source.value : undefined, typeOnly: false });
    },
    TSImportType(node) {
      imports.push({ specifier: node.source.value, typeOnly: true });
    },
  }).visit(parsed.program);
  return imports;
}

/** `import { type A } from 'x'` is no type statement: what is left of it still loads x. */
function isTypeStatement(statement: string): boolean {
  return /^(import|export)\s+type\b\s*(?!from\b)/.test(statement);
}
