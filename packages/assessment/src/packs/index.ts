/** The format of rules, for tools that read them as data. */
export { type RuleFile, ruleFileSchema } from './rule-format.ts'
export { expandBraces } from './rule-index.ts'
export type { Rule, Source } from './rule-schema.ts'
