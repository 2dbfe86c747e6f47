import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('is the only file that loads Drizzle', () => {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((path) => !path.endsWith('.test.ts'))
  const loading = files.filter((path) =>
    /from 'drizzle-orm|\bload\('drizzle-orm/.test(readFileSync(`${import.meta.dirname}/${path}`, 'utf8')),
  )
  expect(loading).toEqual(['drizzle.ts'])
})
