import { isGivenName } from './recognizers/known-names.ts'

/**
 * The name of who takes part in a conversation, written as a person's name: `Maria Keller` for `maria_keller`, of the
 * same length. The wire allows letters, digits, `_` and `-` only, so that no sign tells persons from programs: names in
 * small letters are a person's where one of their words is a known given name.
 */
export function asFullName(name: string): string {
  if (name.includes('@')) return name
  const words = name.replaceAll('_', ' ')
  if (!words.split(/[ -]/).some((word) => isGivenName(word.toLowerCase()))) return words
  return words.replace(/(?<![a-z])[a-z]/gi, (letter) => letter.toUpperCase())
}
