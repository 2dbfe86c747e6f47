import type { ReadLanguage } from '../model/languages.ts'
import { scriptLanguageOf, suffixOf } from '../walk/source-kind.ts'
import { readC } from './c/index.ts'
import { C_LIBRARY } from './c/library.ts'
import { prepareC, prepareCpp } from './c/prepare.ts'
import { readCSharp } from './csharp/index.ts'
import { CSHARP_LIBRARY } from './csharp/library.ts'
import { readGo } from './go/index.ts'
import { GO_LIBRARY } from './go/library.ts'
import { readJava } from './java/index.ts'
import { JAVA_LIBRARY } from './java/library.ts'
import { readJavaScript } from './javascript/index.ts'
import { JAVASCRIPT_LIBRARY } from './javascript/library.ts'
import { scriptsOf } from './javascript/scripts-of-markup.ts'
import { readKotlin } from './kotlin/index.ts'
import { KOTLIN_LIBRARY } from './kotlin/library.ts'
import { prepareKotlin } from './kotlin/prepare.ts'
import type { LanguageLibrary } from './library.ts'
import type { Grammar } from './parser.ts'
import { readPhp } from './php/index.ts'
import { PHP_LIBRARY } from './php/library.ts'
import { readPython } from './python/index.ts'
import { PYTHON_LIBRARY } from './python/library.ts'
import type { ReadModule, ReadText } from './reader.ts'
import { readRuby } from './ruby/index.ts'
import { RUBY_LIBRARY } from './ruby/library.ts'
import { readRust } from './rust/index.ts'
import { RUST_LIBRARY } from './rust/library.ts'
import { prepareRust } from './rust/macros.ts'
import { readSwift } from './swift/index.ts'
import { SWIFT_LIBRARY } from './swift/library.ts'

interface LanguageName {
  readonly name: ReadLanguage
  readonly suffixes: readonly string[]
  readonly library: LanguageLibrary
}

/** A language that is read from a syntax tree. */
export interface GrammarLanguage extends LanguageName {
  readonly grammar: Grammar
  readonly read: ReadModule
  /** Changes what the grammar cannot look into, such as macros, without moving anything: the length stays the same. */
  readonly prepare?: (source: string) => string
  /** Only what `prepare` leaves is source; the rest is a page or a template. */
  readonly isMarkup?: true
}

/** A language that is read from its text, because no grammar for it runs. */
export interface TextLanguage extends LanguageName {
  readonly readText: ReadText
}

export type LanguageSupport = GrammarLanguage | TextLanguage

/** Every language that the scanner reads. To add one: a reader in this folder, a line here, rules in a pack. */
export const LANGUAGES: readonly LanguageSupport[] = [
  { name: 'c', suffixes: ['.c', '.h'], grammar: 'cpp', read: readC, library: C_LIBRARY, prepare: prepareC },
  {
    name: 'cpp',
    suffixes: ['.cpp', '.cc', '.cxx', '.c++', '.hpp', '.hh', '.hxx', '.h++', '.ipp', '.inl', '.tpp', '.ino', '.cu'],
    grammar: 'cpp',
    read: readC,
    library: C_LIBRARY,
    prepare: prepareCpp,
  },
  { name: 'rust', suffixes: ['.rs'], grammar: 'rust', read: readRust, library: RUST_LIBRARY, prepare: prepareRust },
  { name: 'swift', suffixes: ['.swift'], readText: readSwift, library: SWIFT_LIBRARY },
  { name: 'csharp', suffixes: ['.cs', '.csx'], grammar: 'csharp', read: readCSharp, library: CSHARP_LIBRARY },
  { name: 'java', suffixes: ['.java'], grammar: 'java', read: readJava, library: JAVA_LIBRARY },
  {
    name: 'kotlin',
    suffixes: ['.kt', '.kts'],
    grammar: 'kotlin',
    read: readKotlin,
    library: KOTLIN_LIBRARY,
    prepare: prepareKotlin,
  },
  { name: 'python', suffixes: ['.py', '.pyw'], grammar: 'python', read: readPython, library: PYTHON_LIBRARY },
  { name: 'go', suffixes: ['.go'], grammar: 'go', read: readGo, library: GO_LIBRARY },
  {
    name: 'javascript',
    suffixes: ['.js', '.mjs', '.cjs', '.jsx'],
    grammar: 'javascript',
    read: readJavaScript,
    library: JAVASCRIPT_LIBRARY,
  },
  {
    name: 'typescript',
    suffixes: ['.ts', '.mts', '.cts'],
    grammar: 'typescript',
    read: readJavaScript,
    library: JAVASCRIPT_LIBRARY,
  },
  { name: 'typescript', suffixes: ['.tsx'], grammar: 'tsx', read: readJavaScript, library: JAVASCRIPT_LIBRARY },
  {
    name: 'javascript',
    suffixes: ['.html', '.htm'],
    grammar: 'javascript',
    read: readJavaScript,
    library: JAVASCRIPT_LIBRARY,
    prepare: scriptsOf,
    isMarkup: true,
  },
  {
    name: 'typescript',
    suffixes: ['.vue', '.svelte'],
    grammar: 'typescript',
    read: readJavaScript,
    library: JAVASCRIPT_LIBRARY,
    prepare: scriptsOf,
    isMarkup: true,
  },
  { name: 'php', suffixes: ['.php', '.php5', '.phtml', '.inc'], grammar: 'php', read: readPhp, library: PHP_LIBRARY },
  {
    name: 'ruby',
    suffixes: ['.rb', '.rake', '.gemspec', '.ru'],
    grammar: 'ruby',
    read: readRuby,
    library: RUBY_LIBRARY,
  },
]

const bySuffix = new Map(
  LANGUAGES.flatMap((language) => language.suffixes.map((suffix) => [suffix, language] as const)),
)

/** What only C++ has at the start of a line, or the name of its library. */
const CPP_SIGN =
  /^[ \t]*(?:class\s+\w|namespace\s+\w|template\s*<|using\s+\w|public:|private:|protected:|(?:virtual|explicit|constexpr)\s)|\bstd::\w|\b(?:CryptoPP|Botan)::/m

/** Of the scripts that name an interpreter; none is a page. */
const byName = new Map<string, LanguageSupport>(
  LANGUAGES.filter((language) => !('isMarkup' in language)).map((language) => [language.name, language]),
)

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
