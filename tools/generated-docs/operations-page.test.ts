import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const ROOT = new URL('../../', import.meta.url)
const PAGE = readFileSync(new URL('docs/operations.md', ROOT), 'utf8')
const METRIC = /\bname: '((?:sluice|http)_[a-z_]+)'/g

it('names every metric that a service counts', () => {
  const sources = globSync('{apps,packages}/*/src/**/*.ts', { cwd: ROOT }).filter((path) => !path.endsWith('.test.ts'))
  const metrics = sources.flatMap((path) =>
    [...readFileSync(new URL(path, ROOT), 'utf8').matchAll(METRIC)].map(([, name]) => name),
  )
  expect(metrics.length).toBeGreaterThan(10)
  expect(metrics.filter((name) => !PAGE.includes(`\`${name}\``))).toEqual([])
})
