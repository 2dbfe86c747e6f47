import { describe, expect, test } from 'vitest'
import { readCases } from '../testing/crypto-cases.ts'
import type { ModuleIr } from './ir.ts'
import { LANGUAGES, type LanguageSupport, languageOf } from './languages.ts'
import { parserFor } from './parser.ts'

const files = (await readCases()).flatMap((one) => one.files)

async function readerOf(language: LanguageSupport): Promise<(text: string) => ModuleIr> {
  if ('readText' in language) return (text) => language.readText(text)
  const parse = await parserFor(language.grammar)
  return (text) =>
    language.read(
      parse(text, () => true),
      text,
      text,
    )
}

describe.each(LANGUAGES.map((language) => ({ name: language.name, language })))(
  '$name that ends too early',
  ({ language }) => {
    const own = files.filter(({ path }) => languageOf(path) === language)

    test('is read as far as it goes', async () => {
      expect(own.length).toBeGreaterThan(0)
      const read = await readerOf(language)
      for (const { path, content } of own) {
        for (const part of [1 / 5, 2 / 5, 3 / 5, 4 / 5]) {
          const { body } = read(content.slice(0, Math.floor(content.length * part)))
          expect(Array.isArray(body), `${path} cut at ${part}`).toBe(true)
        }
      }
    })
  },
)
