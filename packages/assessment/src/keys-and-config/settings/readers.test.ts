import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadPacks } from '../../packs/load-pack.ts'
import { prepareKnowledge } from '../../packs/prepare-knowledge.ts'
import { describeSettings } from './describe-settings.ts'
import type { Entry } from './entry.ts'
import { readJson } from './read-json.ts'
import { readLines } from './read-lines.ts'
import { readXml } from './read-xml.ts'
import { readYaml } from './read-yaml.ts'

const { settings } = prepareKnowledge(await loadPacks())

function told(entries: readonly Entry[]): readonly string[] {
  return entries.map(({ path, key, value, line }) => `${line} ${[...path, key].join('/')} = ${value}`)
}

describe('lines', () => {
  test.each([
    ['key value', ['1 key = value']],
    ['a = "b c"\nd: e', ['1 a = b c', '2 d = e']],
    ['[s.t]\nk=v # why', ['2 s/t/k = v']],
    [
      'server {\n  listen 443;\n  location / { x y; }\n}\nz 1;',
      ['2 server/listen = 443', '3 server/location //x = y', '5 z = 1'],
    ],
    ['a = b, \\\n  c\nd = e', ['1 a = b, c', '3 d = e']],
    ['l = [\n "a",\n "b"\n]\nm = n', ['2 l = a', '3 l = b', '5 m = n']],
    ['q "one\n two";\nr s;', ['1 q = one two', '3 r = s']],
    ['# a b\n; c d\n! e f\n// g h\n--i j', []],
    ['url = $' + '{HOME}/x', ['1 url = $' + '{HOME}/x']],
    ["it's open\nb c", ['2 b = c']],
  ])('%j', (text, expected) => {
    expect(told(readLines(text))).toEqual(expected)
  })
})

describe('YAML', () => {
  test.each([
    ['a: b\nc:\n  d: "e"', ['1 a = b', '2 c = ', '3 c/d = e']],
    ['l:\n  - a\n  - b: c\n    d: e', ['1 l = ', '2 l = a', '3 l/b = c', '4 l/d = e']],
    ['l: [a, "b"]\nm: {n: o, p: q}', ['1 l = a', '1 l = b', '2 m/n = o', '2 m/p = q']],
    ['t: |\n  k v\n  l w\nu: x', ['1 t = k v l w', '2 t/k = v', '3 t/l = w', '4 u = x']],
    ['l: [a,\n  b]\nc: d', ['1 l = a', '2 l = b', '3 c = d']],
    ['a: b # c: d\n# e: f\n---\ng: h', ['1 a = b', '4 g = h']],
    ['"x/y.z": 1', ['1 x/y.z = 1']],
    ['a: https://b: c', ['1 a = https://b: c']],
  ])('%j', (text, expected) => {
    expect(told(readYaml(text))).toEqual(expected)
  })
})

describe('JSON', () => {
  test.each([
    ['{"a": {"b": "c", "d": [1, "e"]},\n "f": true}', ['1 a/b = c', '1 a/d = 1', '1 a/d = e', '2 f = true']],
    ['{"keys": [{"a": "b"}, {"a": "c"}]}', ['1 keys/a = b', '1 keys/a = c']],
    ['{"a": "b\\"c\\n"', ['1 a = b"c\n']],
    ['}{]"a":', []],
  ])('%j', (text, expected) => {
    expect(told(readJson(text))).toEqual(expected)
  })

  test('objects beside each other are told apart', () => {
    const [one, two] = readJson('[{"a": 1}, {"a": 2}]')
    expect(one?.block).not.toBe(two?.block)
  })
})

describe('XML', () => {
  test.each([
    ['<a b="c">\n<d e=\'f\'/>g</a>', ['1 a/b = c', '2 a/d/e = f']],
    ['<a><b>text</b></a>', ['1 a/b = text']],
    ['<!-- <a b="c"/> --><d\n e="f"/>', ['2 d/e = f']],
    ['<a b="c', []],
  ])('%j', (text, expected) => {
    expect(told(readXml(text))).toEqual(expected)
  })
})

describe('what is broken or made to be slow', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    ':',
    '\n',
    '  ',
    '- ',
    '=',
    '#',
    '\\',
    '|',
    '<a ',
    '/>',
    'ciphers',
    'AES128-SHA',
  )
  const text = fc.array(fc.oneof(piece, fc.string({ maxLength: 8 })), { maxLength: 80 }).map((parts) => parts.join(''))

  test.each(['a.conf', 'a.yaml', 'a.json', 'a.xml', 'a.tf'])('any text is read as %s', (name) => {
    fc.assert(fc.property(text, (content) => Array.isArray(describeSettings(content, name, settings))))
  })

  test.each(['a.conf', 'a.yaml', 'a.json', 'web.config', 'a.toml'])('long runs of one thing end as %s', (name) => {
    for (const unit of [
      '{',
      '[',
      '"',
      "'",
      '- ',
      ' ',
      'a: ',
      'a {\n',
      '<a ',
      '<a b="',
      '\\\n',
      'x = "\n',
      '--a-cipher=',
      'a=[\n',
      'k: |\n ',
    ]) {
      expect(Array.isArray(describeSettings(unit.repeat(100_000), name, settings))).toBe(true)
    }
  })
})
