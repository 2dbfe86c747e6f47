import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Statement } from '../ir.ts'
import { readSwift } from './index.ts'

/** Pieces of Swift that, put together in any order, are mostly no Swift at all. */
const PIECES = [
  'let',
  'var',
  'func',
  'f',
  'x',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '<',
  '>',
  ',',
  ':',
  ';',
  '.',
  '..<',
  '->',
  '=',
  '==',
  '?',
  '!',
  '??',
  '"',
  '"""',
  '#"',
  '"#',
  '\\(',
  '\\',
  "'",
  '`',
  '@',
  '#',
  '#if',
  '#endif',
  '/*',
  '*/',
  '//',
  '\n',
  ' ',
  '\t',
  '1',
  '0x1f',
  'class',
  'struct',
  'enum',
  'extension',
  'case',
  'switch',
  'if',
  'else',
  'guard',
  'for',
  'in',
  'while',
  'repeat',
  'do',
  'catch',
  'return',
  'import',
  'init',
  'self',
  'Self',
  'super',
  'try',
  'await',
  'as',
  'is',
  'where',
  'default',
  'static',
  'private',
  '$0',
  'AES.GCM.seal',
  'kSecAttrKeyTypeRSA',
  '&',
  '|',
  '+',
  '-',
  '*',
  '/',
  '%',
  '~',
  '^',
  'é',
  '𝒳',
  '\u2028',
  '\0',
  'operator',
  'subscript',
]

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 120 }).map((pieces) => pieces.join('')),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 120 }).map((pieces) => pieces.join(' ')),
)

describe('any text at all', () => {
  test('is read, without an error and with an end', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(Array.isArray(readSwift(text).body)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  test('may be cut off anywhere', () => {
    const whole = SAMPLE
    fc.assert(
      fc.property(fc.nat({ max: whole.length }), fc.nat({ max: whole.length }), (a, b) => {
        expect(() => readSwift(whole.slice(Math.min(a, b), Math.max(a, b)))).not.toThrow()
      }),
      { numRuns: 500 },
    )
  })

  test('does not disturb what comes behind it, once the braces close', () => {
    const balanced = texts.map((text) => text.replaceAll(/["'`#/\\{}()[\]*]/g, ' '))
    fc.assert(
      fc.property(balanced, (text) => {
        const body = readSwift(`struct A { func f() { ${text} } }\nfinal class Z { let here = 1 }`).body
        expect(namesOf(body)).toContain('Z')
      }),
      { examples: [['func let<']] },
    )
  })
})

describe('what nests without end', () => {
  test.each([
    ['brackets', '('.repeat(20_000)],
    ['lists', `let x = ${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['closures', 'f {'.repeat(20_000)],
    ['texts in texts', '"\\('.repeat(20_000)],
    ['comments', '/*'.repeat(20_000)],
    ['types', `let x: ${'A<'.repeat(20_000)}`],
    ['prefixes', `let x = ${'!'.repeat(20_000)}a`],
    ['tries', `let x = ${'try '.repeat(20_000)}a`],
    ['conditionals', `let x = ${'a ? '.repeat(20_000)}`],
    ['else', `if a { } ${'else if a { } '.repeat(20_000)}`],
    ['members', `let x = a${'.b'.repeat(20_000)}`],
    ['sums', `let x = a${' + b'.repeat(20_000)}`],
    ['braces that close nothing', `${'('.repeat(20_000)}${'}'.repeat(20_000)}`],
    ['classes', 'class A {'.repeat(20_000)],
  ])('%s', (_, text) => {
    expect(() => readSwift(text)).not.toThrow()
  })
})

describe('what is read', () => {
  test.each([
    ['let a = 2_048', [{ k: 'num', v: 2048 }]],
    ['let a = "x\\(y)z"', [{ k: 'add', parts: [text('x'), name('y', 12), text('z')] }]],
    ['let a = #"x\\(y)"#', [text('x\\(y)')]],
    ['let a = """\n  one\n    two\n  """', [text('one\n  two')]],
    ['let a = /* ( */ 1 // )', [{ k: 'num', v: 1 }]],
    ['let a: T = .b', [{ k: 'member', of: name('T', 12), name: 'b', at: 12 }]],
    ['let a = b as! C', [name('b', 8)]],
    ['let a = try? await b', [name('b', 19)]],
    ['let a = [UInt8](repeating: 0, count: 32)', [{ k: 'bytes', count: { k: 'num', v: 32 } }]],
    ['let a = b == c', [{ k: 'other', of: [] }]],
  ])('%s', (source, values) => {
    expect(readSwift(source).body.flatMap((one) => (one.k === 'let' && one.value ? [one.value] : []))).toEqual(values)
  })

  test('types, their members and extensions', () => {
    const body = readSwift(SAMPLE).body
    expect(namesOf(body)).toEqual(['Vault', 'Data', 'Size'])
    const vault = body.find((one) => one.k === 'class' && one.cls.name === 'Vault')
    expect(vault?.k === 'class' && vault.cls.methods.map((one) => one.name)).toEqual(['seal', 'more'])
    expect(
      vault?.k === 'class' && vault.cls.constructors[0]?.params.map(({ label, name: own }) => label ?? own),
    ).toEqual(['key', 'size'])
  })
})

const SAMPLE = `
import CryptoKit

final class Vault<T: Codable>: NSObject {
  private(set) lazy var key: SymmetricKey = { SymmetricKey(size: .bits256) }()
  @Published var count: Int? { didSet { print("\\(count ?? 0)") } }
  init(key: SymmetricKey, size bits: Int = 3) throws { self.key = key; super.init() }
  func seal(_ data: Data, with key: SymmetricKey) async throws -> Data where T: Equatable {
    guard let box = try? AES.GCM.seal(data, using: key) else { throw Failure.bad("a \\(data) }") }
    switch data.count { case 0, 1: return Data() \n case let n where n > 3: break \n default: print(#"}"#) }
    return box.combined!
  }
}
extension Vault { func more() -> Int { if count == 3 { 1 } else { 2 } } }
extension Data { var hex: String { map { String(format: "%02x", $0) }.joined() } }
enum Size: Int { case small = 1024, big = 2048 }
`

function text(v: string): object {
  return { k: 'str', v }
}

function name(id: string, at: number): object {
  return { k: 'name', id, at }
}

function namesOf(body: readonly Statement[]): readonly string[] {
  return body.flatMap((one) => (one.k === 'class' ? [one.cls.name] : []))
}
