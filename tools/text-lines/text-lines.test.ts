import fc from 'fast-check'
import { expect, it } from 'vitest'
import { InvalidText, textLines } from './text-lines.ts'

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

const linesOf = (text: string, size = 3, most = 1_000) =>
  Array.fromAsync(textLines(inPieces(new TextEncoder().encode(text), size), most))

it('cuts at line feeds and nowhere else, wherever the pieces end', async () => {
  const letters = fc.constantFrom('a', '\n', '\r', '\u2028', '\u2029', '\u0085', 'é', '\u{1F600}', '\uFEFF')
  const texts = fc.array(letters, { maxLength: 40 }).map((all) => all.join(''))
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 9 }), async (text, size) => {
      const expected = text.split('\n')
      if (expected.at(-1) === '') expected.pop()
      expect(await linesOf(text, size)).toEqual(expected)
    }),
  )
})

it('reads no further than a line that is too long', async () => {
  expect(await linesOf(`ab\n${'c'.repeat(100)}\nd`, 4, 10)).toEqual(['ab', 'c'.repeat(13)])
})

it('reads nothing but UTF-8', async () => {
  const broken = (...bytes: number[]) => Array.fromAsync(textLines(inPieces(Uint8Array.from(bytes), 1), 10))
  await expect(broken(0x61, 0xff)).rejects.toThrow(InvalidText)
  await expect(broken(0x61, 0xc3)).rejects.toThrow(InvalidText)
})
