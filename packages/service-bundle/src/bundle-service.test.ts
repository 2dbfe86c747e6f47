import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bundleService } from './bundle-service.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice bundle #1-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

function bundle(): Promise<void> {
  return bundleService({ entry: join(folder, 'app/dist/main.js'), target: join(folder, 'app/dist/bundle') })
}

function run(path: string): unknown {
  return JSON.parse(execFileSync(process.execPath, [join(folder, path)], { encoding: 'utf8' }))
}

/** Prints as JSON what it imports as `said`. */
function programThatPrints(...imports: readonly string[]): string {
  return `${imports.join('\n')}\nconsole.log(JSON.stringify(said))`
}

const PACKAGE = { 'app/package.json': '{"type":"module"}' }

/** Programs that say the same as a bundle and as modules. */
const CASES: readonly (readonly [what: string, files: Readonly<Record<string, string>>])[] = [
  [
    'knows where its modules stand, and reads files beside them',
    {
      'app/dist/main.js': programThatPrints("import { said } from '../../other/dist/place.js'"),
      'other/package.json': '{"type":"module"}',
      'other/data.json': '"what is beside it"',
      'other/dist/place.js': `import { readFileSync } from 'node:fs'
        const read = readFileSync(new URL('../data.json', import.meta.url), 'utf8')
        export const said = [read, import.meta.url, import.meta.dirname, import.meta.filename]`,
    },
  ],
  [
    'starts the threads of its modules',
    {
      'app/dist/main.js': programThatPrints("import { said } from './inner/host.js'"),
      'app/dist/inner/host.js': `import { Worker } from 'node:worker_threads'
        export const said = await new Promise((resolve) =>
          new Worker(new URL('./thread.js', import.meta.url)).once('message', resolve))`,
      'app/dist/inner/thread.js': `import { parentPort } from 'node:worker_threads'
        parentPort.postMessage('from a thread')`,
    },
  ],
  [
    'tells CommonJS modules where they stand',
    {
      'app/dist/main.js': programThatPrints("import said from 'place'"),
      'app/node_modules/place/package.json': '{"main":"lib/place.js"}',
      'app/node_modules/place/lib/place.js': `'use strict'
        module.exports = [__dirname, __filename, typeof require, require('../package.json').main]`,
    },
  ],
  [
    'has one copy of a package that is imported, and loaded by require',
    {
      'app/dist/main.js': programThatPrints(
        "import { createRequire } from 'node:module'",
        "import { Thing } from 'thing'",
        'const load = createRequire(import.meta.url)',
        "const said = [load('thing').make() instanceof Thing, typeof load('node:fs').readFileSync]",
      ),
      'app/node_modules/thing/package.json': '{"main":"thing.js"}',
      'app/node_modules/thing/thing.js': 'class Thing {}\nexports.Thing = Thing\nexports.make = () => new Thing()',
    },
  ],
  [
    'keeps the names of two classes that are called alike',
    {
      'app/dist/main.js': programThatPrints(
        "import { Refused } from './one.js'",
        "import { Refused as Other } from './two.js'",
        'const said = [Refused.name, Other.name]',
      ),
      'app/dist/one.js': 'export class Refused extends Error {}',
      'app/dist/two.js': 'export class Refused extends TypeError {}',
    },
  ],
  [
    'means the same letters beyond Latin-1',
    {
      'app/dist/main.js': programThatPrints(
        "const word = 'Ω—\u{1F600}'",
        "const said = [word, '\\—\\\\—', `—…`, /[Ω-Ϋ]+/.exec('aΩΪ')[0], /^\\p{L}[😀]$/u.test('Ж😀'), /[^“”]/.test('“')]",
      ),
    },
  ],
  [
    'loads on demand what it imports on demand',
    {
      'app/dist/main.js': programThatPrints(
        "import { log } from './log.js'",
        "log.push('before')",
        "await import('./later.js')",
        'const said = log',
      ),
      'app/dist/log.js': 'export const log = []',
      'app/dist/later.js': "import { log } from './log.js'\nlog.push('later')",
    },
  ],
]

describe('a bundle', () => {
  it.each(CASES)('%s', async (_, files) => {
    write({ ...PACKAGE, ...files })
    const expected = run('app/dist/main.js')
    await bundle()
    expect(run('app/dist/bundle/main.js')).toEqual(expected)
    expect(readFileSync(join(folder, 'app/dist/bundle/main.js'), 'utf8')).not.toMatch(/[^\0-\xff]/)
  })

  it('holds the modules of packages, and has no file of the bundle before', async () => {
    write({ ...PACKAGE, 'app/dist/main.js': 'console.log(1)', 'app/dist/bundle/main-old.js': '' })
    await bundle()
    expect(readdirSync(join(folder, 'app/dist/bundle'))).toEqual(['main.js'])
    expect(readFileSync(join(folder, 'app/dist/bundle/main.js'), 'utf8')).toContain('console.log(1)')
  })

  it.each([
    ['an import of nothing', "import 'nothing-of-that-name'", 'nothing-of-that-name'],
    ['an import of what a module does not export', "import { gone } from './main.js'\ngone()", 'gone'],
    ['a member of import.meta that it would change', "import.meta.resolve('x')", 'import.meta'],
    ['a module that is no JavaScript', 'const = import.meta.url', 'main.js'],
  ])('is not made with %s', async (_, main, message) => {
    write({ ...PACKAGE, 'app/dist/main.js': main })
    await expect(bundle()).rejects.toThrow(message)
  })
})
