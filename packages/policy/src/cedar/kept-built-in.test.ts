import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { compilePolicy } from './compiled-policy.ts'
import { builtInFrom, serializeBuiltIn } from './kept-built-in.ts'
import { parseBuiltIn } from './parse-built-in.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-kept-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileOf(content: string): URL {
  const file = join(folder, 'built-in.json')
  writeFileSync(file, content)
  return pathToFileURL(file)
}

describe('what the build keeps of the built-in policies', () => {
  const parsed = parseBuiltIn()

  it('is what Cedar parses', () => {
    expect(builtInFrom(fileOf(serializeBuiltIn(parsed)))).toMatchObject(parsed)
  })

  it('is used as it is kept', () => {
    const fewer = { ...parsed, policies: parsed.policies.slice(1) }
    expect(builtInFrom(fileOf(serializeBuiltIn(fewer))).policies).toHaveLength(parsed.policies.length - 1)
  })

  it.each([
    ['made of other texts', serializeBuiltIn({ ...parsed, policies: [] }).replace(/"source":"../, '"source":"--')],
    ['cut', serializeBuiltIn(parsed).slice(0, -2)],
    ['not what is kept', 'null'],
  ])('is parsed anew where the file is %s', (_, content) => {
    expect(builtInFrom(fileOf(content))).toEqual(parsed)
  })

  it('is parsed anew where there is no file', () => {
    expect(builtInFrom(pathToFileURL(join(folder, 'none.json')))).toEqual(parsed)
  })

  it('has no number that JSON could not hold', () => {
    const tooLarge: unknown[] = []
    JSON.parse(JSON.stringify(parsed), (_, value: unknown) => {
      if (typeof value === 'number' && !Number.isSafeInteger(value)) tooLarge.push(value)
      return value
    })
    expect(tooLarge).toEqual([])
  })

  it('is no way for the policies of a tenant, whose numbers can be larger', () => {
    const text = 'permit (principal, action, resource) when { context.count == 9007199254740993 };'
    expect(compilePolicy(text, 'own')?.source).toBe(text)
  })
})
