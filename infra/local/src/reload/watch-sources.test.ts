import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@sluice/testkit'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { launchService, type ServiceProcess, waitForService } from '../service-process.ts'
import { sourceFolders } from './source-folders.ts'
import { watchSources } from './watch-sources.ts'

/* Two services run as real processes from the sources of a small workspace: `one` uses a package, `two` none. */

const within = { timeout: 50_000, interval: 50 }
const SERVICE = `import { createServer } from 'node:http'
import { word } from './word.ts'
createServer((request, response) => response.end(word)).listen(Number(process.env.PORT), '127.0.0.1')
`
const root = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-reload-')))
const running = new Map<string, ServiceProcess>()
const printed: string[] = []
let watching: ReturnType<typeof watchSources>

const write = (path: string, text: string) => writeFileSync(join(root, path), text)
const pidOf = (name: string) => running.get(name)?.running.pid
async function launch(name: string): Promise<void> {
  const port = running.get(name)?.ports[0] ?? (await findFreePort())
  const service = await launchService(
    { name, folder: name, flagsOf: name, ports: [port] },
    { PORT: String(port) },
    join(root, `${name}.log`),
    {
      code: 'sources',
      root,
    },
  )
  running.set(name, service)
  await waitForService(service)
}
async function wordOf(name: string): Promise<string> {
  const [port] = running.get(name)?.ports ?? []
  return await fetch(`http://127.0.0.1:${port}/`).then(
    (response) => response.text(),
    () => 'no answer',
  )
}

beforeAll(async () => {
  for (const folder of ['apps/one', 'apps/two', 'packages/words']) {
    mkdirSync(join(root, folder, 'src'), { recursive: true })
  }
  write('apps/one/package.json', JSON.stringify({ type: 'module', dependencies: { '@sluice/words': 'workspace:*' } }))
  write('apps/two/package.json', JSON.stringify({ type: 'module', dependencies: { hono: 'catalog:' } }))
  const exports = { '.': { '@sluice/source': './src/index.ts' } }
  write('packages/words/package.json', JSON.stringify({ name: '@sluice/words', type: 'module', exports }))
  write('packages/words/src/index.ts', `export const word: string = 'first'\n`)
  mkdirSync(join(root, 'node_modules/@sluice'), { recursive: true })
  symlinkSync(join(root, 'packages/words'), join(root, 'node_modules/@sluice/words'))
  for (const name of ['one', 'two']) write(`apps/${name}/src/main.ts`, SERVICE)
  write('apps/one/src/word.ts', `export { word } from '@sluice/words'\n`)
  write('apps/two/src/word.ts', `export const word: string = 'two'\n`)
  await Promise.all([launch('one'), launch('two')])
  watching = watchSources({
    root,
    services: [{ name: 'one' }, { name: 'two' }],
    restart: async ({ name }) => {
      await running.get(name)?.running.end()
      await launch(name)
    },
    print: (text) => printed.push(text),
  })
})
beforeEach(() => {
  printed.length = 0
})
afterAll(async () => {
  await watching?.stop()
  for (const { running: one } of running.values()) await one.end()
  rmSync(root, { recursive: true })
})

it('knows the sources of a service and of what it uses', () => {
  expect(sourceFolders(root, 'one')).toEqual(['apps/one/src', 'packages/words/src'])
  expect(sourceFolders(root, 'two')).toEqual(['apps/two/src'])
})

it('starts a service again whose package has changed, and no other', async () => {
  const [one, two] = [pidOf('one'), pidOf('two')]
  expect(await wordOf('one')).toBe('first')
  write('packages/words/src/index.ts', `export const word: string = 'second'\n`)
  await vi.waitFor(async () => expect(await wordOf('one')).toBe('second'), within)
  expect(pidOf('one')).not.toBe(one)
  expect(pidOf('two')).toBe(two)
  await vi.waitFor(() => expect(printed.at(-1)).toBe('The one is ready again.'), within)
  expect(printed[0]).toBe('packages/words/src/index.ts has changed: starting the one again ...')
})

it('says why a service does not start, and starts it with the next change, also of a file that takes the place of another', async () => {
  write('apps/two/src/word.ts', 'export const word = "unfinished')
  await vi.waitFor(() => expect(printed.at(-1)).toMatch(/^The two ended while starting\. .*SyntaxError/s), within)
  write('apps/two/src/.word.ts.tmp', `export const word: string = 'mended'\n`)
  renameSync(join(root, 'apps/two/src/.word.ts.tmp'), join(root, 'apps/two/src/word.ts'))
  await vi.waitFor(async () => expect(await wordOf('two')).toBe('mended'), within)
})

it('sees files of folders that are new', async () => {
  mkdirSync(join(root, 'packages/words/src/new'))
  await vi.waitFor(() => expect(printed.at(-1)).toBe('The one is ready again.'), within)
  write('packages/words/src/new/word.ts', `export const word: string = 'third'\n`)
  write('packages/words/src/index.ts', `export { word } from './new/word.ts'\n`)
  await vi.waitFor(async () => expect(await wordOf('one')).toBe('third'), within)
  write('packages/words/src/new/word.ts', `export const word: string = 'fourth'\n`)
  await vi.waitFor(async () => expect(await wordOf('one')).toBe('fourth'), within)
})

it('starts nothing again for a test', async () => {
  const one = pidOf('one')
  write('apps/one/src/word.test.ts', 'export {}\n')
  // A later change of the other service is seen after it.
  write('apps/two/src/word.ts', `export const word: string = 'later'\n`)
  await vi.waitFor(async () => expect(await wordOf('two')).toBe('later'), within)
  expect(pidOf('one')).toBe(one)
  expect(printed.join('\n')).not.toContain('the one')
})
