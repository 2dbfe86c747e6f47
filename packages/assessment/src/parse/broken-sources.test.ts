import { describe, expect, test } from 'vitest'
import { readCases } from '../testing/crypto-cases.ts'
import { languageOf } from './languages.ts'
import { parserFor } from './parser.ts'

const files = (await readCases()).flatMap(({ language, files: own }) => (/^(?:ruby|php)$/.test(language) ? own : []))

describe.each(['ruby', 'php'])('%s that ends too early', (name) => {
  const own = files.filter(({ path }) => languageOf(path)?.name === name)

  test('is read as far as it goes', async () => {
    expect(own.length).toBeGreaterThan(50)
    for (const { path, content } of own) {
      const language = languageOf(path)
      if (language === undefined || 'readText' in language) throw new Error(`no grammar for ${path}`)
      const parse = await parserFor(language.grammar)
      for (const part of [1 / 5, 2 / 5, 3 / 5, 4 / 5]) {
        const text = content.slice(0, Math.floor(content.length * part))
        const module = language.read(
          parse(text, () => true),
          text,
          text,
        )
        expect(Array.isArray(module.body), `${path} cut at ${part}`).toBe(true)
      }
    }
  })
})
