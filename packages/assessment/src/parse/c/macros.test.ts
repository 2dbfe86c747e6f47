import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Expression } from '../ir.ts'
import { MacroTable } from './macros.ts'
import { macrosOf } from './prepare.ts'

const name = (id: string, at = 7): Expression => ({ k: 'name', id, at })
const num = (v: number): Expression => ({ k: 'num', v })

describe('what a name stands for', () => {
  test.each<[string, Expression | undefined]>([
    ['#define X 2048', num(2048)],
    ['#define X (size_t)16u', num(16)],
    ['#define X "aes" "-" /* strong */ "256"', { k: 'str', v: 'aes-256' }],
    ['#define X Y\n#define Y NID_secp384r1', name('NID_secp384r1')],
    ['#define X X', name('X')],
    ['#define X 1\n#define X 2', { k: 'choice', of: [num(1), num(2)] }],
    ['#define X f()', { k: 'call', callee: name('f'), args: [], isNew: false, at: 7 }],
    ['#define X(a) a', undefined],
    ['#define X do { f(); } while (0)', undefined],
    ['#define NID_X 415', undefined],
  ])('%s', (source, expected) => {
    expect(new MacroTable(macrosOf(source)).expand(source.includes('NID_X ') ? 'NID_X' : 'X', 7)).toEqual(expected)
  })
})

test('words are put together, and arguments become texts', () => {
  const table = new MacroTable(macrosOf('#define C(n, m) EVP_aes_##n##_##m(#m)'))
  expect(table.expandCall('C', ['256', 'gcm'], 3)).toEqual({
    k: 'call',
    callee: name('EVP_aes_256_gcm', 3),
    args: [{ value: { k: 'str', v: 'gcm' } }],
    isNew: false,
    at: 3,
  })
})

test('macros that multiply each other come to an end', () => {
  const lines = Array.from({ length: 30 }, (_, i) => `#define M${i} M${i + 1} + M${i + 1} + M${i + 1}`)
  const table = new MacroTable(macrosOf(lines.join('\n')))
  for (let i = 0; i < 1_000; i += 1) expect(table.expand('M0', i)?.k ?? 'name').toMatch(/add|name/)
})

test('any body is read', () => {
  const token = fc.constantFrom(...'a ( ) [ ] { } , ; + ? : . -> ## # "t" 1 if do M N * ='.split(' '))
  fc.assert(
    fc.property(fc.array(token, { maxLength: 40 }), (tokens) => {
      const body = tokens.join(' ')
      const table = new MacroTable(macrosOf(`#define M ${body}\n#define N(a, b) ${body}\n`))
      table.expand('M', 0)
      table.expandCall('N', ['x', '1'], 0)
      expect([...table.declarations()].every(({ k }) => k === 'func' || k === 'export')).toBe(true)
    }),
  )
})
