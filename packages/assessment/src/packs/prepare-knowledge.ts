import { NameReader } from './interpret-name.ts'
import type { KeySizes, KnowledgeEntry } from './knowledge-entry.ts'
import type { NamesFile, RuleFile } from './rule-format.ts'
import { RuleIndex } from './rule-index.ts'
import type { SettingRuleFile } from './setting-rule-format.ts'
import { SettingRules } from './setting-rules.ts'
import type { TextRuleFile } from './text-rule-format.ts'
import { TextRules } from './text-rules.ts'

/** What a scan needs of a pack. */
export interface ScanPack {
  readonly entries: readonly Pick<KnowledgeEntry, 'algorithm' | 'keySizes'>[]
  readonly names?: NamesFile
  readonly rules: readonly RuleFile[]
  /** For languages that are looked at by text. */
  readonly textRules?: readonly TextRuleFile[]
  readonly settingRules?: readonly SettingRuleFile[]
}

/** What a thread works with. */
export interface Knowledge {
  readonly names: NameReader
  /** Each with the sizes that its keys can have; `undefined` for any size. */
  readonly families: ReadonlyMap<string, KeySizes | undefined>
  /** By language. */
  readonly rules: Pick<ReadonlyMap<string, RuleIndex>, 'get'>
  readonly keywords: ReadonlyMap<string, readonly string[]>
  readonly textRules: TextRules
  readonly settings: SettingRules
}

/** Builds the look-up tables; those of a language's rules once they are asked for, since few projects use many. */
export function prepareKnowledge(packs: readonly ScanPack[]): Knowledge {
  const files = new Map<string, RuleFile[]>()
  for (const file of packs.flatMap(({ rules }) => rules)) {
    for (const language of typeof file.language === 'string' ? [file.language] : file.language) {
      files.set(language, [...(files.get(language) ?? []), file])
    }
  }
  const keywords = new Map([...files].map(([language, own]) => [language, own.flatMap((file) => file.keywords)]))
  return {
    names: new NameReader(packs.flatMap(({ names = [] }) => names)),
    families: new Map(packs.flatMap(({ entries }) => entries.map(({ algorithm, keySizes }) => [algorithm, keySizes]))),
    rules: new RulesByLanguage(files),
    keywords,
    textRules: new TextRules(packs.flatMap(({ textRules = [] }) => textRules)),
    settings: new SettingRules(packs.flatMap(({ settingRules = [] }) => settingRules)),
  }
}

class RulesByLanguage {
  readonly #files: ReadonlyMap<string, readonly RuleFile[]>
  readonly #indexes = new Map<string, RuleIndex>()

  constructor(files: ReadonlyMap<string, readonly RuleFile[]>) {
    this.#files = files
  }

  get(language: string): RuleIndex | undefined {
    const files = this.#files.get(language)
    if (files === undefined || this.#indexes.has(language)) return this.#indexes.get(language)
    const index = new RuleIndex()
    for (const file of files) index.add(file, language)
    this.#indexes.set(language, index)
    return index
  }
}
