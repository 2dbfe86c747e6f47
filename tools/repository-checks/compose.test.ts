import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8')
const compose = read('docker-compose.yml')

describe('docker-compose.yml', () => {
  it('takes from the environment what .env.example explains, and nothing else', () => {
    const asked = new Set(Array.from(compose.matchAll(/\$\{(\w+)/g), (match) => match[1]))
    const explained = Array.from(read('.env.example').matchAll(/^(\w+)=/gm), (match) => match[1])
    expect(explained.sort()).toEqual([...asked].sort())
  })

  it.each([
    ['gateway', ['stores', 'tokens']],
    ['admin', ['stores', 'tokens']],
    ['soar-listener', ['stores', 'tokens']],
    ['idp-sync', ['stores']],
    ['assessment-api', []],
  ])('gives the %s only variables that it reads', (service, shared) => {
    const own = new RegExp(`^  ${service}:\\n(?:    .*\\n|\\n)*?    environment:\\n((?:      .*\\n)*)`, 'm').exec(
      compose,
    )?.[1]
    const blocks = shared.map((name) => new RegExp(`&${name}\\n((?:  .*\\n)*)`).exec(compose)?.[1])
    const names = [own, ...blocks].flatMap((block) =>
      Array.from((block ?? '').matchAll(/^ +([A-Z][A-Z_]+):/gm), (match) => match[1]),
    )
    expect(names.length).toBeGreaterThan(0)
    const page = read(`docs/configuration/${service}.md`)
    for (const name of names) expect(page).toContain(`| \`${name}\` |`)
  })
})
