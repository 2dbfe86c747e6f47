import { createRequire } from 'node:module'
import { Language, Parser } from 'web-tree-sitter'
import { type NameTables, readTree } from './read-tree.ts'
import type { SyntaxNode } from './syntax-node.ts'

const resolve = createRequire(import.meta.url).resolve

/** The official grammars, built by Microsoft for its editor; Kotlin's from its own package. */
const GRAMMARS = {
  java: '@vscode/tree-sitter-wasm/wasm/tree-sitter-java.wasm',
  python: '@vscode/tree-sitter-wasm/wasm/tree-sitter-python.wasm',
  go: '@vscode/tree-sitter-wasm/wasm/tree-sitter-go.wasm',
  javascript: '@vscode/tree-sitter-wasm/wasm/tree-sitter-javascript.wasm',
  typescript: '@vscode/tree-sitter-wasm/wasm/tree-sitter-typescript.wasm',
  tsx: '@vscode/tree-sitter-wasm/wasm/tree-sitter-tsx.wasm',
  csharp: '@vscode/tree-sitter-wasm/wasm/tree-sitter-c-sharp.wasm',
  cpp: '@vscode/tree-sitter-wasm/wasm/tree-sitter-cpp.wasm',
  php: '@vscode/tree-sitter-wasm/wasm/tree-sitter-php.wasm',
  ruby: '@vscode/tree-sitter-wasm/wasm/tree-sitter-ruby.wasm',
  rust: '@vscode/tree-sitter-wasm/wasm/tree-sitter-rust.wasm',
  kotlin: '@tree-sitter-grammars/tree-sitter-kotlin/tree-sitter-kotlin.wasm',
} as const

export type Grammar = keyof typeof GRAMMARS

interface Loaded {
  readonly parser: Parser
  readonly names: NameTables
}

let runtime: Promise<void> | undefined
const loaded = new Map<Grammar, Promise<Loaded>>()

/** A function that turns source into a syntax tree; the grammar is loaded once in a thread. */
export async function parserFor(grammar: Grammar): Promise<(source: string, mayGoOn: () => boolean) => SyntaxNode> {
  let entry = loaded.get(grammar)
  if (entry === undefined) {
    entry = load(grammar)
    loaded.set(grammar, entry)
  }
  const { parser, names } = await entry
  return (source, mayGoOn) => parse(parser, names, source, mayGoOn)
}

/** Throws where the parser gives up: `mayGoOn` says no, or the tree is too large. */
function parse(parser: Parser, names: NameTables, source: string, mayGoOn: () => boolean): SyntaxNode {
  // The declared type of the callback gives nothing back, but true is what ends the parse.
  const tree = parser.parse(source, null, { progressCallback: () => !mayGoOn() })
  if (tree === null) {
    parser.reset()
    throw new RangeError('the parser took too long')
  }
  const cursor = tree.walk()
  try {
    return readTree(cursor, names, mayGoOn)
  } finally {
    cursor.delete()
    tree.delete()
  }
}

async function load(grammar: Grammar): Promise<Loaded> {
  runtime ??= Parser.init()
  await runtime
  const language = await Language.load(resolve(GRAMMARS[grammar]))
  const parser = new Parser()
  parser.setLanguage(language)
  const types = language.types
  const fieldNames = language.fields
  return {
    parser,
    names: {
      type: (id) => types[id] ?? 'ERROR',
      field: (id) => (id === 0 ? undefined : (fieldNames[id] ?? undefined)),
    },
  }
}
