import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const IMPORT = /^(?:import|export)\b(?!\s+type\b)[^'";]*?from\s*'([^']+)'|\bimport\(\s*'([^']+)'|^import\s*'([^']+)'/gm
/** What only Node has. */
const GLOBALS = /\b(?:Buffer|process|require|__dirname|setImmediate)\b\s*[.(]/
const WITHOUT_COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm

/** What a module and everything that it imports name, and what they use. */
function walk(path: string, seen: Map<string, string>, packages: Set<string>): void {
  if (seen.has(path)) return
  const source = readFileSync(path, 'utf8').replaceAll(WITHOUT_COMMENTS, '')
  seen.set(path, source)
  for (const [, from, later, alone] of source.matchAll(IMPORT)) {
    const name = from ?? later ?? alone ?? ''
    if (name.startsWith('.')) {
      walk(join(dirname(path), name), seen, packages)
    } else {
      packages.add(name)
      if (!name.startsWith('node:')) walk(createRequire(path).resolve(name), seen, packages)
    }
  }
}

describe('the verifier', () => {
  const seen = new Map<string, string>()
  const packages = new Set<string>()
  walk(join(import.meta.dirname, 'index.ts'), seen, packages)

  it('imports nothing that only Node has, nor any other part of the product', () => {
    expect(seen.size).toBeGreaterThan(40)
    expect([...packages].filter((name) => !/^(?:@noble\/|canonicalize$)/.test(name))).toEqual([])
    expect([...packages]).toContain('@noble/post-quantum/ml-dsa.js')
  })

  it('uses nothing that only Node has', () => {
    const own = [...seen].filter(([path]) => path.includes('/packages/evidence/src/'))
    expect(own.length).toBeGreaterThan(20)
    expect(own.filter(([, source]) => GLOBALS.test(source)).map(([path]) => path)).toEqual([])
  })
})
