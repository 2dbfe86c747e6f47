import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const FOLDER = fileURLToPath(new URL('../../docs/decisions/', import.meta.url))

it('lists every decision once, in order', () => {
  const files = readdirSync(FOLDER).filter((name) => /^\d{4}-.+\.md$/.test(name))
  const index = readFileSync(`${FOLDER}README.md`, 'utf8')
  const listed = [...index.matchAll(/^\| \[(\d{4})\]\((\1-[^)]+\.md)\)/gm)].map(([, , name]) => name)
  expect(listed).toEqual(files.toSorted())
})
