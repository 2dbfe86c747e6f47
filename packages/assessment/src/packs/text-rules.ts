import { compilePattern } from './line-pattern.ts'
import type { TextRule, TextRuleFile } from './text-rule-format.ts'

export interface IndexedTextRule {
  readonly rule: TextRule
  readonly id: string
  readonly library: string
  readonly patterns: readonly RegExp[]
}

/** The rules for the languages that are looked at by text, made ready when a language is first asked for. */
export class TextRules {
  readonly #files: readonly TextRuleFile[]
  readonly #ready = new Map<string, readonly IndexedTextRule[]>()

  constructor(files: readonly TextRuleFile[]) {
    this.#files = files
  }

  /** None for a language that no file is for. */
  of(language: string): readonly IndexedTextRule[] {
    const known = this.#ready.get(language)
    if (known !== undefined) return known
    const rules = this.#filesOf(language).flatMap(({ library, rules: own }) =>
      own.map((rule) => ({ rule, id: rule.id, library, patterns: rule.text.map(compilePattern) })),
    )
    this.#ready.set(language, rules)
    return rules
  }

  /** One of these stands in every file that a rule can find something in. */
  keywordsOf(language: string): readonly string[] {
    return this.#filesOf(language).flatMap(({ keywords }) => keywords)
  }

  #filesOf(language: string): readonly TextRuleFile[] {
    return this.#files.filter((file) => [file.language].flat().includes(language))
  }
}
