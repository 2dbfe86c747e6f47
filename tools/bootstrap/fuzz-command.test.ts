import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = import.meta.dirname
const root = join(folder, '../..')
const targets: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(join(folder, 'fuzz-targets.json'), 'utf8'),
)

/** Calls the command without what `run.mjs` does first. */
function call(...args: readonly string[]) {
  const script = `import(${JSON.stringify(join(folder, 'fuzz-command.mjs'))})
    .then(({ runFuzz }) => runFuzz(process.argv.slice(1))).then((code) => { process.exitCode = code })`
  return spawnSync(process.execPath, ['-e', script, '--', ...args], { encoding: 'utf8' })
}

it('runs every file of properties, each once', () => {
  const files = globSync('{apps,packages}/*/src/**/*.fuzz.test.ts', { cwd: root })
  expect(Object.values(targets).flat().toSorted()).toEqual(files.toSorted())
})

it('lists its targets', () => {
  const { status, stdout } = call('--help')
  expect(status).toBe(0)
  for (const target of Object.keys(targets)) expect(stdout).toContain(`\n  ${target}\n`)
})

it.each([
  [['nothing'], "There is no fuzz target 'nothing'."],
  [['constructor'], "There is no fuzz target 'constructor'."],
  [['--minutes', '0'], '--minutes takes a number above 0, up to 1440.'],
  [['--minutes', 'x'], '--minutes takes a number above 0, up to 1440.'],
  [['--seed', '1.5'], '--seed takes a whole number from 1 to 2147483647.'],
  [['--time', '3'], "Unknown option '--time'."],
])('says in one sentence what is wrong with %j', (args, message) => {
  const { status, stderr } = call(...args)
  expect(status).toBe(2)
  expect(stderr).toBe(`${message} See: npm run fuzz -- --help\n`)
})
