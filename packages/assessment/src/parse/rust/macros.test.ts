import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MACRO_MARK, prepareRust } from './macros.ts'

const PIECES = [
  'vec!',
  'matches!',
  'lazy_static!',
  'println!',
  'macro_rules!',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  ',',
  ';',
  '=>',
  '::',
  ':',
  '"',
  "'",
  "'a",
  "'\\n'",
  'r#"',
  '"#',
  'b"',
  '//',
  '/*',
  '*/',
  '\n',
  ' ',
  'static ref',
  'x',
  '!',
  '!=',
  '#',
  '$',
  '?',
  '%',
  '\\',
  'é',
]

describe('any text at all', () => {
  test('keeps its length and its lines', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.array(fc.constantFrom(...PIECES), { maxLength: 150 }).map((pieces) => pieces.join('')),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const prepared = prepareRust(text)
        expect(prepared).toHaveLength(text.length)
        expect(linesOf(prepared)).toEqual(linesOf(text))
      }),
      { numRuns: 2_000 },
    )
  })

  test.each([
    ['item macros', 'lazy_static!{'.repeat(50_000)],
    ['pattern macros', 'matches!(a, '.repeat(50_000)],
    ['lists', `${'vec!['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['comments', '/*'.repeat(50_000)],
  ])('%s within each other without end', (_, text) => {
    expect(prepareRust(text)).toHaveLength(text.length)
  })
})

test.each([
  ['vec![a, b]', '    [a, b]'],
  ['std::vec![0u8; 32]', '         [0u8; 32]'],
  ['format!("{}", a)', `format${MACRO_MARK}("{}", a)`],
  ['assert!(vec![a].len() == 1)', `assert${MACRO_MARK}(    [a].len() == 1)`],
  ['matches!(a, A | B)', `matches${MACRO_MARK}(a       )`],
  ['lazy_static! { static ref A: B = c(); }', '               static     A: B = c();  '],
  ['macro_rules! m { ($a:expr) => { f($a) } }', 'macro_rules! m { ($a:expr) => { f($a) } }'],
  ['json!({ "alg": "RS256" })', 'json!({ "alg": "RS256" })'],
  ['info!(?a, "b")', 'info!(?a, "b")'],
  ['quote! { vec![a] }', 'quote! {     [a] }'],
  ['"vec![a]" // vec![b]', '"vec![a]" // vec![b]'],
  ["a != b && c['x' as usize]", "a != b && c['x' as usize]"],
])('%s', (source, prepared) => {
  expect(prepareRust(source)).toBe(prepared)
})

function linesOf(text: string): readonly number[] {
  return text.split('\n').map(({ length }) => length)
}
