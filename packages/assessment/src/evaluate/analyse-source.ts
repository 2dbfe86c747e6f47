import { codeOf, findByText } from '../by-text/find-by-text.ts'

import type { FileSummary } from '../model/file-summary.ts'

import type { Knowledge } from '../packs/prepare-knowledge.ts'
import { RuleIndex } from '../packs/rule-index.ts'
import type { ModuleIr } from '../parse/ir.ts'
import { type LanguageSupport, languageOf } from '../parse/languages.ts'
import { parserFor } from '../parse/parser.ts'
import { otherLanguageOf } from '../walk/source-kind.ts'
import { analyseFile, type FileToAnalyse } from './analyse-file.ts'

const NO_RULES = new RuleIndex()
/** So much of a header says whether it is C++; a licence alone takes 2,000. */
const HEAD_LENGTH = 65_536

/**
 * Parses and looks at one source file, or looks for patterns in it; undefined for a language that has neither reader
 * nor patterns. Throws a `RangeError`.
 */
export async function analyseSource(
  file: string,
  source: string,
  knowledge: Knowledge,
  options: Pick<FileToAnalyse, 'mayGoOn' | 'isRelated'> = {},
): Promise<FileSummary | undefined> {
  const language = languageOf(file, () => source.slice(0, HEAD_LENGTH))
  if (language === undefined) return lookByText(file, source, knowledge)
  const module = await readModule(language, source, options.mayGoOn ?? (() => true))
  const rules = knowledge.rules.get(language.name) ?? NO_RULES
  const { name, library } = language
  return analyseFile({ file, language: name, library, source, module, rules, ...options })
}

/** A language that no reader understands may have patterns. */
function lookByText(file: string, source: string, { textRules }: Knowledge): FileSummary | undefined {
  const language = otherLanguageOf(file, () => source.slice(0, HEAD_LENGTH))
  if (language?.text === undefined) return undefined
  const code = codeOf(source, language.text)
  return findByText({ file, language: language.name, source, code }, textRules.of(language.name))
}

async function readModule(language: LanguageSupport, source: string, mayGoOn: () => boolean): Promise<ModuleIr> {
  if ('readText' in language) return language.readText(source)
  const parse = await parserFor(language.grammar)
  const text = language.prepare?.(source) ?? source
  return language.read(parse(text, mayGoOn), text, source)
}
