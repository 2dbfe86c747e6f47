import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const VITEST = resolve(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')
const REPORTER = join(import.meta.dirname, 'counting-reporter.ts')

const run = (files: Record<string, string>) => {
  const root = mkdtempSync(join(tmpdir(), 'sluice-reporter-'))
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
    const counts = join(root, 'counts.json')
    const args = [VITEST, 'run', '--root', root, '--globals', `--reporter=${REPORTER}`]
    const env = { ...process.env, SLUICE_TEST_COUNTS: counts }
    const { stdout } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' })
    return { stdout, counts: JSON.parse(readFileSync(counts, 'utf8')) }
  } finally {
    rmSync(root, { recursive: true })
  }
}

it('counts results and prints the reason of a skipped test', () => {
  const { stdout, counts } = run({
    'a.test.ts': `
      it('passes', () => {})
      it('fails', () => { throw new Error('no') })
      it('is skipped', (context) => context.skip('needs Docker'))
      it.skip('is skipped silently', () => {})
    `,
  })
  expect(counts).toEqual({ passed: 1, failed: 1, skipped: 2 })
  expect(stdout).toContain('skipped: a.test.ts > is skipped: needs Docker')
  expect(stdout).toContain('is skipped silently: no reason given')
})

it('names a test that passed at its second try only', () => {
  const { stdout, counts } = run({
    'a.test.ts':
      "let tries = 0; it('passes late', { retry: 1 }, () => { tries += 1; if (tries < 2) throw new Error('no') })",
  })
  expect(counts).toEqual({ passed: 1, failed: 0, skipped: 0 })
  expect(stdout).toContain('passed at the second try only: a.test.ts > passes late')
})

it('counts files that cannot be loaded, failing hooks and unhandled errors', () => {
  const { counts } = run({
    'broken.test.ts': "throw new Error('at import')",
    'hook.test.ts': "describe('s', () => { beforeAll(() => { throw new Error('hook') }); it('t', () => {}) })",
    'late.test.ts': "it('passes', () => { Promise.reject(new Error('unhandled')) })",
  })
  expect(counts).toEqual({ passed: 1, failed: 3, skipped: 1 })
})
