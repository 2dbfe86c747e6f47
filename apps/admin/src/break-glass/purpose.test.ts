import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { expect, it } from 'vitest'

const ROOT = new URL('..', import.meta.url).pathname

/** The source files of this service that name one of these; tests and what only tests use left out. */
async function filesWith(words: RegExp): Promise<string[]> {
  const found: string[] = []
  for await (const path of glob('**/*.ts', { cwd: ROOT })) {
    if (/\.test\.ts$|testing\//.test(path)) continue
    if (words.test(readFileSync(`${ROOT}/${path}`, 'utf8'))) found.push(path)
  }
  return found.sort()
}

it('is the only place where a value of a session is opened, but for those of a held request', async () => {
  expect(await filesWith(/\b(?:openValue|openMapped)\b/)).toEqual([
    'approvals/shown-request.ts',
    'break-glass/open-mappings.ts',
  ])
  expect(await filesWith(/\bopenPage\b/)).toEqual(['break-glass/break-glass.ts', 'break-glass/open-mappings.ts'])
  expect(await filesWith(/\bmappingKeys\b/)).toEqual(['break-glass/drill.ts'])
})
