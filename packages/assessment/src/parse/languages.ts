import { scriptLanguageOf, suffixOf } from '../walk/source-kind.ts'
import { readC } from './c/index.ts'
import { prepareC, prepareCpp } from './c/prepare.ts'
import { readCSharp } from './csharp/index.ts'
import { readGo } from './go/index.ts'
import { readJava } from './java/index.ts'
import { readJavaScript } from './javascript/index.ts'
import { readKotlin } from './kotlin/index.ts'
import { prepareKotlin } from './kotlin/prepare.ts'
import type { Grammar } from './parser.ts'
import { readPhp } from './php/index.ts'
import { readPython } from './python/index.ts'
import type { ReadModule, ReadText } from './reader.ts'
import { readRuby } from './ruby/index.ts'
import { readRust } from './rust/index.ts'
import { prepareRust } from './rust/macros.ts'
import { readSwift } from './swift/index.ts'

interface LanguageName {
  /** As detections name it. */
  readonly name: string
  readonly suffixes: readonly string[]
}

/** A language that is read from a syntax tree. */
export interface GrammarLanguage extends LanguageName {
  readonly grammar: Grammar
  readonly read: ReadModule
  /** Changes what the grammar cannot look into, such as macros, without moving anything: the length stays the same. */
  readonly prepare?: (source: string) => string
}

/** A language that is read from its text, because no grammar for it runs. */
export interface TextLanguage extends LanguageName {
  readonly readText: ReadText
}

export type LanguageSupport = GrammarLanguage | TextLanguage

/** Every language that the scanner reads. To add one: a reader in this folder, a line here, rules in a pack. */
export const LANGUAGES: readonly LanguageSupport[] = [
  { name: 'c', suffixes: ['.c', '.h'], grammar: 'cpp', read: readC, prepare: prepareC },
  {
    name: 'cpp',
    suffixes: ['.cpp', '.cc', '.cxx', '.c++', '.hpp', '.hh', '.hxx', '.h++', '.ipp', '.inl', '.tpp', '.ino', '.cu'],
    grammar: 'cpp',
    read: readC,
    prepare: prepareCpp,
  },
  { name: 'rust', suffixes: ['.rs'], grammar: 'rust', read: readRust, prepare: prepareRust },
  { name: 'swift', suffixes: ['.swift'], readText: readSwift },
  { name: 'csharp', suffixes: ['.cs', '.csx'], grammar: 'csharp', read: readCSharp },
  { name: 'java', suffixes: ['.java'], grammar: 'java', read: readJava },
  { name: 'kotlin', suffixes: ['.kt', '.kts'], grammar: 'kotlin', read: readKotlin, prepare: prepareKotlin },
  { name: 'python', suffixes: ['.py', '.pyw'], grammar: 'python', read: readPython },
  { name: 'go', suffixes: ['.go'], grammar: 'go', read: readGo },
  { name: 'javascript', suffixes: ['.js', '.mjs', '.cjs', '.jsx'], grammar: 'javascript', read: readJavaScript },
  { name: 'typescript', suffixes: ['.ts', '.mts', '.cts'], grammar: 'typescript', read: readJavaScript },
  { name: 'typescript', suffixes: ['.tsx'], grammar: 'tsx', read: readJavaScript },
  { name: 'php', suffixes: ['.php', '.php5', '.phtml', '.inc'], grammar: 'php', read: readPhp },
  { name: 'ruby', suffixes: ['.rb', '.rake', '.gemspec', '.ru'], grammar: 'ruby', read: readRuby },
]

const bySuffix = new Map(
  LANGUAGES.flatMap((language) => language.suffixes.map((suffix) => [suffix, language] as const)),
)

/** What only C++ has at the start of a line, or the name of its library. */
const CPP_SIGN =
  /^[ \t]*(?:class\s+\w|namespace\s+\w|template\s*<|using\s+\w|public:|private:|protected:|(?:virtual|explicit|constexpr)\s)|\bstd::\w|\b(?:CryptoPP|Botan)::/m

const byName = new Map(LANGUAGES.map((language) => [language.name, language]))

/**
 * The language of a file by its name; of a header that looks like C++ and of a script without a suffix, by how it
 * starts.
 */
export function languageOf(file: string, start?: () => string): LanguageSupport | undefined {
  // Declarations use nothing, and are long.
  if (/\.d\.[cm]?ts$/.test(file)) return undefined
  const suffix = file.slice(file.lastIndexOf('.')).toLowerCase()
  if (start === undefined) return bySuffix.get(suffix)
  if (suffixOf(file) === '') return byName.get(scriptLanguageOf(start()) ?? '')
  return bySuffix.get(suffix === '.h' && CPP_SIGN.test(start()) ? '.hpp' : suffix)
}
