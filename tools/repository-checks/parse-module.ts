import { parseSync, Visitor } from 'rolldown/utils'
import { type FunctionLength, functionLengths } from './function-lengths.ts'
import type { SourceFile } from './source-file.ts'

interface ModuleImport {
  readonly specifier: string
  /** The names that it imports, as the other module calls them; `default` is one, `*` stands for all. */
  readonly names: readonly string[]
}

interface ModuleExport {
  readonly name: string
  readonly line: number
  /** Where it is declared, when this module only re-exports it. */
  readonly origin?: { readonly specifier: string; readonly name: string }
}

/** A source file with what the checks ask of its syntax. */
export interface ParsedModule extends SourceFile {
  /** Imports and re-exports, type-only ones and dynamic imports of a literal included. */
  readonly imports: readonly ModuleImport[]
  readonly exports: readonly ModuleExport[]
  /** The lines of each `export * from`. */
  readonly exportAllLines: readonly number[]
  readonly functions: readonly FunctionLength[]
  /** The numbers of the lines that a comment begins, ends or covers. */
  readonly commentLines: readonly number[]
}

/** Parses a TypeScript or JavaScript source. Throws with its path where the syntax is wrong. */
export function parseModule(file: SourceFile): ParsedModule {
  const { path, text } = file
  const { module, program, errors, comments } = parseSync(path, text)
  if (errors[0] !== undefined) throw new SyntaxError(`${path}: ${errors[0].message}`)
  const exported = module.staticExports.flatMap(({ entries }) => entries)
  const isExportAll = ({ importName }: (typeof exported)[number]) => importName.kind.startsWith('All')
  return {
    ...file,
    imports: [
      ...module.staticImports.map(({ moduleRequest, entries }) => ({
        specifier: moduleRequest.value,
        names: entries.map(({ importName }) => importedName(importName)),
      })),
      ...exported.flatMap(({ moduleRequest, importName }) =>
        moduleRequest === null ? [] : { specifier: moduleRequest.value, names: [importedName(importName)] },
      ),
      ...lazyImports(program, text),
    ],
    exports: exported.filter((entry) => !isExportAll(entry)).map((entry) => exportOf(entry, text)),
    exportAllLines: exported.filter(isExportAll).map(({ start }) => lineAt(text, start)),
    functions: functionLengths(program, text),
    commentLines: comments.flatMap(({ start, end }) => linesOf(text, start, end)),
  }
}

/** The module specifiers that a file imports or re-exports, each once. */
export function specifiersOf({ imports }: Pick<ParsedModule, 'imports'>): string[] {
  return [...new Set(imports.map(({ specifier }) => specifier))]
}

type Parsed = ReturnType<typeof parseSync>
type ExportEntry = Parsed['module']['staticExports'][number]['entries'][number]

function exportOf({ exportName, importName, moduleRequest, start }: ExportEntry, text: string): ModuleExport {
  const name = exportName.kind === 'Default' ? 'default' : (exportName.name ?? '')
  const line = lineAt(text, start)
  if (moduleRequest === null) return { name, line }
  return { name, line, origin: { specifier: moduleRequest.value, name: importedName(importName) } }
}

function importedName({ kind, name }: { readonly kind: string; readonly name: string | null }): string {
  if (kind === 'Name') return name ?? ''
  return kind === 'Default' ? 'default' : '*'
}

/** `import('x')` as an expression and in a type. It counts as an import of all names. */
function lazyImports(program: Parsed['program'], text: string): ModuleImport[] {
  const found: ModuleImport[] = []
  // Most files have none, and a walk costs more than a search.
  if (!/\bimport\s*\(/.test(text)) return found
  new Visitor({
    ImportExpression: ({ source }) => {
      if (source.type === 'Literal' && typeof source.value === 'string') {
        found.push({ specifier: source.value, names: ['*'] })
      }
    },
    TSImportType: ({ source }) => {
      found.push({ specifier: source.value, names: ['*'] })
    },
  }).visit(program)
  return found
}

function linesOf(text: string, start: number, end: number): number[] {
  const first = lineAt(text, start)
  return text
    .slice(start, end)
    .split('\n')
    .map((_, index) => first + index)
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
