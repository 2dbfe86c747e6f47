import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { documentedMetrics, faultOfSeries, processMetrics, registeredNames } from './known-metrics.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const all = (pattern: string) => globSync(pattern, { cwd: ROOT }).map(read).join('\n')

const SOURCES = all('{apps,packages}/*/src/**/*.ts')
const CONFIGURATION = all('docs/configuration/*.md')
const INTERFACES = ['admin', 'soar-listener'].map((name) => JSON.parse(read(`docs/api/${name}.json`)))
const PATHS = [...INTERFACES.flatMap(({ paths }) => Object.keys(paths)), '/tlog/checkpoint']
const PARTS = ['gateway', 'admin', 'soar-listener'].map((name) => read(`docs/api/${name}.json`)).join('\n')
/** What a health report says of its checks, by the names that services give them. */
const HEALTH = ['status', 'checks', 'latency_ms', 'detail', 'redis', 'freezes', 'postgres']

const PAGES = readdirSync(join(ROOT, 'docs/runbooks')).map((name) => ({ name, text: read(`docs/runbooks/${name}`) }))

/** All that a pattern finds, by its first group, each once. */
function found(text: string, pattern: RegExp): string[] {
  return [...new Set(Array.from(text.matchAll(pattern), ([whole, group]) => group ?? whole))]
}

/**
 * Whether a path as written, with a value or a name in braces in the place of each parameter, is one of the interface.
 */
function isServed(path: string): boolean {
  const parts = path.split('/')
  return PATHS.some((template) => {
    const wanted = template.split('/')
    return wanted.length === parts.length && wanted.every((part, n) => part.startsWith('{') || part === parts[n])
  })
}

/** The names of members in the blocks of JSON of a page. */
function membersOf(text: string): string[] {
  const blocks = Array.from(text.matchAll(/```json\n(.*?)```/gs), ([, block = '']) => block)
  return blocks.flatMap((block) => namesIn(JSON.parse(block)))
}

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = Array.isArray(value) ? [] : Object.keys(value)
  return [...own, ...Object.values(value).flatMap(namesIn)]
}

describe.each(PAGES)('docs/runbooks/$name', ({ text }) => {
  it('names metrics that are there', async () => {
    const metrics = {
      documented: documentedMetrics(ROOT),
      registered: registeredNames(ROOT),
      ofProcess: await processMetrics(),
    }
    const named = found(text, /\b((?:sluice|nodejs|process)_[a-z0-9_]+)\b/g).filter(
      (name) => name !== 'sluice_evidence',
    )
    expect(named.map((metric) => faultOfSeries({ metric, labels: [] }, metrics)).filter((fault) => fault)).toEqual([])
  })

  it('names operations that are served', () => {
    const named = found(text, /(?:\$ADMIN|POST |GET |`)(\/(?:admin|tlog|soar)\/[A-Za-z0-9_/{}$-]*)/g)
    expect(named.filter((path) => !isServed(path))).toEqual([])
  })

  it('names variables that services read', () => {
    const named = found(text, /`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`/g)
    expect(named.filter((name) => !CONFIGURATION.includes(`| \`${name}\` |`))).toEqual([])
  })

  it('quotes lines of the log as they are written', () => {
    const quoted = found(text, /`(?!npm )([a-z][a-zA-Z_]*(?: [a-zA-Z_:;,?]+){2,})`/g)
    expect(quoted.filter((line) => !SOURCES.includes(line))).toEqual([])
  })

  it('shows answers with members that the interfaces have', () => {
    const unknown = membersOf(text).filter((name) => !HEALTH.includes(name) && !PARTS.includes(`"${name}":`))
    expect(unknown).toEqual([])
  })

  it('has commands that are there', () => {
    const scripts = Object.keys(JSON.parse(read('package.json')).scripts)
    expect(found(text, /npm run (?:--silent )?([a-z-]+)/g).filter((name) => !scripts.includes(name))).toEqual([])
    const programs = found(text, /node dist\/([a-z-]+)\.js/g)
    expect(programs.filter((name) => !existsSync(join(ROOT, `apps/admin/src/${name}.ts`)))).toEqual([])
  })
})

it('has what each page promises', () => {
  for (const { name, text } of PAGES.filter(({ name: page }) => page !== 'README.md')) {
    for (const part of ['What one sees', 'What not to do', 'When it is over'])
      expect(text, name).toContain(`## ${part}`)
  }
})

describe('the checks of pages', () => {
  it('find an operation, a member and a line that are not there', () => {
    expect([isServed('/admin/users/{sub}/freeze'), isServed('/admin/users/maria/thaw')]).toEqual([true, false])
    expect(
      membersOf('```json\n{"gateways":{"absent":[]}}\n```').filter((name) => !PARTS.includes(`"${name}":`)),
    ).toEqual(['absent'])
    expect(SOURCES.includes('freeze watch failed')).toBe(true)
    expect(SOURCES.includes('freeze watch has failed')).toBe(false)
  })
})
