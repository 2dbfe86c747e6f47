import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { StatementVector } from './sigma/testing/statement-vectors.ts'

const { vectors }: { readonly vectors: readonly StatementVector[] } = JSON.parse(
  readFileSync(new URL('./sigma/vectors/statements_Shake128_ristretto255.json', import.meta.url), 'utf8'),
)

/** Verifies the given cases as a page would whose policy forbids WebAssembly and `eval`. */
const PAGE = `
import { builtinModules, registerHooks } from 'node:module'
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('node:') || builtinModules.includes(specifier) || specifier.includes('libsodium')) {
      throw new Error('A browser has no ' + specifier)
    }
    return next(specifier, context)
  },
})
const { verifyStatement } = await import(process.argv[1])
const { stdout, argv } = process
// Node itself reads TypeScript by WebAssembly, so that it goes now.
for (const name of ['WebAssembly', 'Buffer', 'process', 'require']) delete globalThis[name]
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
const revive = (name, value) => (/^(?:masked|shift|leafHash|proof)$/.test(name) ? bytes(value) : value)
const cases = JSON.parse(argv[2], revive)
stdout.write(JSON.stringify(cases.map(({ statement, context, proof }) => verifyStatement(statement, context, proof))))
`

it('verifies proofs in a browser whose policy forbids WebAssembly and eval', async () => {
  const cases = ['answered', 'refused', 'clearance'].flatMap((kind) => {
    const ofKind = vectors.filter(({ statement }) => statement.kind === kind)
    return [true, false].map((isAccepted) => ofKind.find(({ accepted }) => accepted === isAccepted))
  })
  const options = ['--conditions=@sluice/source', '--disallow-code-generation-from-strings', '--input-type=module']
  const face = new URL('./index.ts', import.meta.url).href
  const { stdout } = await promisify(execFile)(process.execPath, [...options, '-e', PAGE, face, JSON.stringify(cases)])
  expect(JSON.parse(stdout)).toEqual([true, false, true, false, true, false])
})
