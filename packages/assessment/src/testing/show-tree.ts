import { readFile } from 'node:fs/promises'
import { languageOf } from '../parse/languages.ts'
import { parserFor } from '../parse/parser.ts'
import type { SyntaxNode } from '../parse/syntax-node.ts'

/** Prints the syntax tree of a file, for whoever writes a reader. */
const [path = ''] = process.argv.slice(2)
const language = languageOf(path)
if (language === undefined || 'readText' in language) throw new Error(`No grammar for ${path}`)
const source = await readFile(path, 'utf8')
const parse = await parserFor(language.grammar)
show(
  parse(source, () => true),
  0,
)

function show({ type, field, start, end, kids }: SyntaxNode, depth: number): void {
  const text = source.slice(start, end)
  const shown = text.length < 60 ? ` «${text.replaceAll('\n', '⏎')}»` : ''
  process.stdout.write(`${'  '.repeat(depth)}${field ? `${field}: ` : ''}${type}${shown}\n`)
  for (const kid of kids) show(kid, depth + 1)
}
