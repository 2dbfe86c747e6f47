import { createRequire } from 'node:module'
import { Language, Parser } from 'web-tree-sitter'
import { GrammarTables } from './grammar-tables.ts'
import { readTree } from './read-tree.ts'
import type { SyntaxNode } from './syntax-node.ts'

const resolve = createRequire(import.meta.url).resolve

/** The official grammars, built by Microsoft for its editor; Kotlin's from its own package. */
export const GRAMMARS = {
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
  readonly language: Language
  /** Known once there is a tree, which says where the grammar stands. */
  tables?: GrammarTables
}

const PAGE_BYTES = 65_536
/** 32 MiB at first and 2 GiB at most, as the runtime itself would choose. */
const MEMORY = { initial: 33_554_432 / PAGE_BYTES, maximum: 2_147_483_648 / PAGE_BYTES }

/** In `TSTree`, in bytes. */
const GRAMMAR_OF_TREE = 8

/** Of what Node has, as far as it is used here. */
declare const WebAssembly: {
  readonly Memory: new (pages: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer }
}

/** Where grammars run and trees are stored: given to the runtime so that trees can be read in it. */
const memory = new WebAssembly.Memory(MEMORY)
let runtime: Promise<void> | undefined
const loaded = new Map<Grammar, Promise<Loaded>>()

/** What the parsers of this thread have taken of its memory; they never give any back. */
export function parserBytes(): number {
  return memory.buffer.byteLength
}

/** A function that turns source into a syntax tree; the grammar is loaded once in a thread. */
export async function parserFor(grammar: Grammar): Promise<(source: string, mayGoOn: () => boolean) => SyntaxNode> {
  let entry = loaded.get(grammar)
  if (entry === undefined) {
    entry = load(grammar)
    loaded.set(grammar, entry)
  }
  const grammarLoaded = await entry
  return (source, mayGoOn) => parse(grammarLoaded, source, mayGoOn)
}

/** Throws where the parser gives up: `mayGoOn` says no, or the tree is too large. */
function parse(grammar: Loaded, source: string, mayGoOn: () => boolean): SyntaxNode {
  const { parser, language } = grammar
  // The declared type of the callback gives nothing back, but true is what ends the parse.
  const tree = parser.parse(source, null, { progressCallback: () => !mayGoOn() })
  if (tree === null) {
    parser.reset()
    throw new RangeError('the parser took too long')
  }
  try {
    // A root's number is the address of the tree, which begins with the root and goes on with its grammar.
    const address = tree.rootNode.id
    const view = new DataView(memory.buffer)
    grammar.tables ??= new GrammarTables(language, view, view.getUint32(address + GRAMMAR_OF_TREE, true))
    return readTree(memory.buffer, address, grammar.tables, mayGoOn)
  } finally {
    tree.delete()
  }
}

async function load(grammar: Grammar): Promise<Loaded> {
  runtime ??= Parser.init({ wasmMemory: memory })
  await runtime
  const language = await Language.load(resolve(GRAMMARS[grammar]))
  const parser = new Parser()
  parser.setLanguage(language)
  return { parser, language }
}
