import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseModule, specifiersOf } from '../repository-checks/parse-module.ts'

const folder = import.meta.dirname
const scripts = globSync('*.mjs', { cwd: folder })

describe('the bootstrap', () => {
  it('consists of several scripts', () => expect(scripts.length).toBeGreaterThan(3))

  it.each(scripts)('needs no package in %s, because nothing is installed when it runs', (name) => {
    const specifiers = specifiersOf(parseModule({ path: name, text: readFileSync(join(folder, name), 'utf8') }))
    expect(specifiers.filter((specifier) => !isBuiltin(specifier) && !specifier.startsWith('./'))).toEqual([])
  })

  it.each([['nonsense'], ['constructor'], []])('explains itself for %j', (...args) => {
    const { status, stderr } = spawnSync(process.execPath, [join(folder, 'run.mjs'), ...args], { encoding: 'utf8' })
    expect(status).toBe(2)
    expect(stderr).toMatch(/Usage: .*\nCommands: start, dev, token, test/)
  })

  it('has a command for every script of the root package', () => {
    const { scripts: rootScripts } = JSON.parse(readFileSync(join(folder, '../../package.json'), 'utf8'))
    const wanted = Object.values<string>(rootScripts).flatMap(
      (line) => /bootstrap\/run\.mjs ([\w:-]+)/.exec(line)?.[1] ?? [],
    )
    const { stderr } = spawnSync(process.execPath, [join(folder, 'run.mjs')], { encoding: 'utf8' })
    const known = /Commands: (.*)/.exec(stderr)?.[1]?.split(', ') ?? []
    expect(known.sort()).toEqual(wanted.sort())
  })
})
