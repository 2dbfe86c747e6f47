import { describe, expect, it } from 'vitest'
import { OTHER_LANGUAGES } from '../walk/other-languages.ts'
import { compilePattern } from './line-pattern.ts'
import { loadPacks } from './load-pack.ts'
import { textRuleFileSchema } from './text-rule-format.ts'

const FILE = {
  kind: 'text',
  language: 'perl',
  library: 'Box',
  source: 'https://example.org/box',
  checkedAgainst: null,
  keywords: ['Box'],
  rules: [{ id: 'box/new', text: ['Box->new ( {keySize}'], algorithm: 'RSA' }],
}
const withRule = (rule: object) => ({ ...FILE, rules: [{ id: 'a', text: ['Box {algorithm}'], ...rule }] })

describe('patterns', () => {
  it.each<[string, string, object | undefined]>([
    ["A.of ( '{algorithm}'", 'A.of( "AES/GCM/NoPadding" )', { algorithm: 'AES/GCM/NoPadding' }],
    ["A.of ( '{algorithm}'", 'A.of(\n  `RSA`', { algorithm: 'RSA' }],
    ["A.of ( '{algorithm}'", 'BA.of("RSA")', undefined],
    ["A.of ( '{algorithm}'", 'A.of(name)', undefined],
    ['tool make...{keySize}', 'tool make -o key1.pem 2048', { keySize: '2048' }],
    ['tool make...{keySize}', 'tool  make -o key.pem\n2048', undefined],
    ['tool make...{keySize}', 'toolmake 2048', undefined],
    ['tool make...{keySize}', 'tool maker 2048', undefined],
    ['tool make...-{algorithm=aes|des}', 'tool make -d -aes-256-cbc', { algorithm: 'aes-256-cbc' }],
    ['tool make...-{algorithm=aes|des}', 'tool make -d -x', undefined],
    ['{a|bc} (', 'bc(', {}],
    ['{a|bc} (', 'xbc(', undefined],
    ['J.{algorithm}', 'J.RS256.toString', { algorithm: 'RS256' }],
    ["of '{curve}'", "of '1.2.840.10045'", { curve: '1.2.840.10045' }],
    ['a+b*c[d]', 'a+b*c[d]', {}],
  ])('%s in %j', (pattern, text, groups) => {
    const [match] = text.matchAll(compilePattern(pattern))
    expect(match === undefined ? undefined : { ...match.groups }).toEqual(groups)
  })

  it('have only bounded repetitions, and none within another that could grow', async () => {
    const textRules = (await loadPacks(['extended'])).flatMap((pack) => pack.textRules)
    const sources = textRules.flatMap(({ rules }) =>
      rules.flatMap(({ text }) => text.map((one) => compilePattern(one))),
    )
    expect(sources.length).toBeGreaterThan(200)
    for (const { source } of sources) expect(source.replace(/\\./g, '')).not.toMatch(/[*+](?![^[]*\])/)
  })
})

describe('files of text rules', () => {
  it('are for languages that are looked at by text', async () => {
    const textRules = (await loadPacks(['extended'])).flatMap((pack) => pack.textRules)
    const known = OTHER_LANGUAGES.flatMap(({ name, text }) => (text === undefined ? [] : [name]))
    expect(new Set(textRules.flatMap(({ language }) => language))).toEqual(new Set(known))
  })

  it.each([
    ['a gap at the start', withRule({ text: ['...{algorithm}'] })],
    ['a name at the start', withRule({ text: ['{algorithm} Box'] })],
    ['three gaps', withRule({ text: ['Box...a...b...{algorithm}'] })],
    ['a name that is none', withRule({ text: ['Box {size} {algorithm}'] })],
    ['no algorithm', withRule({ text: ['Box'] })],
    ['no keyword', { ...FILE, keywords: [] }],
    ['a rule of programs', withRule({ call: ['Box.new'] })],
    ['no source', { ...FILE, source: undefined }],
  ])('%s is refused', (_what, file) => {
    expect(textRuleFileSchema.safeParse(FILE).success).toBe(true)
    expect(textRuleFileSchema.safeParse(withRule({})).success).toBe(true)
    expect(textRuleFileSchema.safeParse(file).success).toBe(false)
  })
})
