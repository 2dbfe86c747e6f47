import { init, parse } from 'es-module-lexer'
import type { SourceFile } from './source-file.ts'

await init()

/**
 * The module specifiers that a TypeScript or JavaScript source imports or re-exports, with type-only ones and with
 * dynamic imports of a literal; each once.
 */
export function importsOf(file: SourceFile): string[] {
  const [imports] = parse(file.text, file.path)
  return [...new Set(imports.flatMap(({ specifier }) => specifier ?? []))]
}
