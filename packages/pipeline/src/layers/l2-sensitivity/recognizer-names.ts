import { type DetectionConfig, recognizersNamedIn } from '@sluice/contracts'
import { identifierName } from './identifiers/find-identifiers.ts'
import { NUMBERS } from './identifiers/numbers/all-numbers.ts'
import { NAMES } from './recognizers/names.ts'
import { RULES } from './scan-text.ts'

/** What findings of the recognizers that ship are told by, and settings name: each once, in alphabetical order. */
export const RECOGNIZER_NAMES: readonly string[] = [
  ...new Set([NAMES, ...RULES.map(({ name }) => name), ...NUMBERS.map(identifierName)]),
].toSorted()

/** Which names of a configuration are those of no recognizer, each in a sentence. Codenames have no settings. */
export function faultsOfNames({ byRecognizer }: Pick<DetectionConfig, 'byRecognizer'>): readonly string[] {
  const known = new Set(RECOGNIZER_NAMES)
  return recognizersNamedIn(byRecognizer)
    .filter((name) => !known.has(name))
    .map((name) => `byRecognizer: there is no recognizer ${name}`)
}
