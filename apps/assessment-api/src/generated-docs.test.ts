import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { GENERATED_DOCS } from './generated-docs.ts'

it.each(GENERATED_DOCS)('$url is up to date (npm run openapi writes it)', ({ url, text }) => {
  expect(readFileSync(url, 'utf8')).toBe(text())
})
