import type { SettingRule, SettingRuleFile } from './setting-rule-format.ts'

export interface IndexedSettingRule {
  readonly rule: SettingRule
  readonly library: string
  readonly name: RegExp
  readonly within?: RegExp
  readonly file?: RegExp
}

/** Where a setting stands. */
interface SettingPlace {
  readonly name: string
  readonly around: string
  readonly file: string
}

/**
 * What packs know of settings. Those of known programs come first, of them those of a file by its name, and what is
 * said with less confidence last.
 */
export class SettingRules {
  /** One of these stands in every file that a rule can find something in. */
  readonly keywords: readonly string[]
  readonly #rules: readonly IndexedSettingRule[]

  constructor(files: readonly SettingRuleFile[]) {
    const rank = ({ isGeneral }: SettingRuleFile, { confidence, file }: SettingRule) =>
      (isGeneral === true ? 4 : 0) + (confidence === undefined ? 0 : 2) + (file?.startsWith('^') === true ? 0 : 1)
    const ranked = files.flatMap((file) => file.rules.map((rule) => ({ file, rule, rank: rank(file, rule) })))
    this.keywords = [...new Set(files.flatMap(({ keywords }) => keywords))]
    this.#rules = ranked.toSorted((a, b) => a.rank - b.rank).map(({ file, rule }) => indexed(file, rule))
  }

  /** The first rule that fits a setting. */
  find({ name, around, file }: SettingPlace): IndexedSettingRule | undefined {
    return this.#rules.find(
      (rule) =>
        rule.name.test(name) &&
        (rule.within === undefined || rule.within.test(around)) &&
        (rule.file === undefined || rule.file.test(file)),
    )
  }

  /** Whether a setting of this name can be one. */
  knows(name: string): boolean {
    return this.#rules.some((rule) => rule.name.test(name))
  }
}

function indexed({ library }: SettingRuleFile, rule: SettingRule): IndexedSettingRule {
  const { name, within, file } = rule
  return {
    rule,
    library,
    name: new RegExp(name),
    ...(within === undefined ? {} : { within: new RegExp(within) }),
    ...(file === undefined ? {} : { file: new RegExp(file) }),
  }
}
