import { expect, test } from 'vitest'
import { parserFor } from './parser.ts'

/** Found by fuzzing: Kotlin's grammar tries ever more ways to read it, until its memory is used up. */
const ENDLESS = `{h()
6
\u{9446f}CD6)
    val sessioerver.setUpDefaultServer().apply {
    port = 2222
    keyPairProvider = SimpleGeneratorHostKeyProvider(Path.of("host.ser")).apply {
        algorithm = "EC"
        keySize = 256
    }
    cipherFactories = listOf(BuiltinCiphers.aes256gcm, BuiltinCiphers.aes256ctr)
}

`

test('a source on which a grammar goes on without end is given up when it may not, and the next one is read', async () => {
  const parse = await parserFor('kotlin')
  let asked = 0
  expect(() =>
    parse(ENDLESS, () => {
      asked += 1
      return asked < 300
    }),
  ).toThrow(RangeError)
  expect(asked).toBe(300)
  expect(parse('val a = 1\n', () => true).kids.length).toBeGreaterThan(0)
})
