import { NameReader } from '../names/interpret-name.ts'
import type { NamesFile, RuleFile } from './rule-format.ts'
import { RuleIndex } from './rule-index.ts'

/** What packs say, as data that can be sent to a thread. */
export interface LoadedPacks {
  readonly families: readonly string[]
  readonly names: readonly NamesFile[]
  readonly rules: readonly RuleFile[]
}

/** What a thread works with. */
export interface Knowledge {
  readonly names: NameReader
  readonly families: ReadonlySet<string>
  readonly rules: ReadonlyMap<string, RuleIndex>
  readonly keywords: ReadonlyMap<string, readonly string[]>
}

/** Builds the look-up tables. */
export function prepareKnowledge(packs: LoadedPacks): Knowledge {
  const rules = new Map<string, RuleIndex>()
  const keywords = new Map<string, string[]>()
  for (const file of packs.rules) {
    for (const language of typeof file.language === 'string' ? [file.language] : file.language) {
      const index = rules.get(language) ?? new RuleIndex()
      index.add(file, language)
      rules.set(language, index)
      keywords.set(language, [...(keywords.get(language) ?? []), ...file.keywords])
    }
  }
  return { names: new NameReader(packs.names), families: new Set(packs.families), rules, keywords }
}
