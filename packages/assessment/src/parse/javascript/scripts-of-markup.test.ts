import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scriptsOf } from './scripts-of-markup.ts'

test.each([
  ['a page', '<p>x()</p><script>y()</script>', '                  y();        '],
  ['a component', '<script setup lang="ts">\ny()\n</script>\n<style>a{}</style>', '\ny()\n;'],
  ['several scripts', '<script>a()</script><script>b()</script>', 'a(); b();'],
  ['a module', '<script type="module">a()</script>', 'a();'],
  ['capitals', '<SCRIPT>a()</SCRIPT>', 'a();'],
  ['data', '<script type="application/json">a()</script>', ''],
  ['a comment', '<!-- <script>a()</script> --><script>b()</script>', 'b();'],
  ['a comment without an end', '<!-- <script>a()</script>', ''],
  ['a script without an end', '<script>a()', 'a()'],
  ['a tag without an end', '<script a()', ''],
  ['no script', '<scripted>a()</scripted>', ''],
])('%s', (_, source, scripts) => {
  const found = scriptsOf(source)
  expect(found).toHaveLength(source.length)
  expect(found.replaceAll(/ +/g, ' ').trim()).toBe(scripts.replaceAll(/ +/g, ' ').trim())
})

test('nothing moves, whatever is given', () => {
  const piece = fc.oneof(fc.string(), fc.constantFrom('<script>', '</script>', '<!--', '-->', '\n', 'İ', '>'))
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const source = pieces.join('')
      const found = scriptsOf(source)
      expect(found).toHaveLength(source.length)
      expect(found.split('\n')).toHaveLength(source.split('\n').length)
    }),
    { seed: 7 },
  )
})
