import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keyProviderSchema, openKeyProvider, unwrapDataKey } from '@sluice/keys'
import { systemClock } from '@sluice/service-kit'
import { afterAll, expect, it } from 'vitest'
import { runKeys } from './keys.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-keys-command-'))
afterAll(() => rmSync(folder, { recursive: true }))

const keyOf = (fill: number) => Buffer.alloc(32, fill).toString('base64')

function fileOf(name: string, content: object) {
  writeFileSync(join(folder, name), JSON.stringify(content))
  return { kind: 'local', keysFile: join(folder, name) }
}

const first = fileOf('first', { a: keyOf(1) })
const other = fileOf('other', { b: keyOf(2) })

async function run(args: readonly string[], environment: Record<string, string>) {
  const lines: string[] = []
  const code = await runKeys(args, environment, (line) => lines.push(line))
  return { code, text: lines.join('\n') }
}

const by = (options: object) => ({ KEY_PROVIDER: JSON.stringify(options) })
const unwrapped = async (options: object, id: string, text: string) => {
  const wrapped: Record<string, string> = JSON.parse(text)
  const provider = openKeyProvider(keyProviderSchema.parse(options), systemClock)
  return Buffer.from(await unwrapDataKey(provider, id, wrapped[id] ?? '')).toString('base64')
}

it('wraps keys, adds one, and wraps all anew by another provider, without showing one', async () => {
  const wrapped = await run(['wrap'], { ...by(first), DATA_KEYS: JSON.stringify({ k1: keyOf(7) }) })
  expect([wrapped.code, await unwrapped(first, 'k1', wrapped.text)]).toEqual([0, keyOf(7)])
  const added = await run(['new', 'k2'], { ...by(first), WRAPPED_DATA_KEYS: wrapped.text })
  expect([added.code, Object.keys(JSON.parse(added.text))]).toEqual([0, ['k1', 'k2']])
  const fresh = await unwrapped(first, 'k2', added.text)
  const environment = { ...by(first), WRAPPED_DATA_KEYS: added.text, KEY_PROVIDER_NEXT: JSON.stringify(other) }
  const anew = await run(['rewrap'], environment)
  expect([anew.code, await unwrapped(other, 'k1', anew.text)]).toEqual([0, keyOf(7)])
  expect(await unwrapped(other, 'k2', anew.text)).toBe(fresh)
  expect(await run(['check'], { ...by(other), WRAPPED_DATA_KEYS: anew.text })).toEqual({
    code: 0,
    text: 'k1: unwrapped\nk2: unwrapped',
  })
  for (const { text } of [wrapped, added, anew]) {
    for (const key of [keyOf(7), fresh]) expect(text).not.toContain(key)
  }
})

it.each<[string, readonly string[], Record<string, string>, number, RegExp]>([
  ['no command', [], {}, 2, /^Usage/],
  ['a new key without an id', ['new'], by(first), 2, /^Usage/],
  ['a new key whose id is a number', ['new', '7'], by(first), 2, /^Usage/],
  ['no provider', ['new', 'k1'], {}, 78, /KEY_PROVIDER: is required/],
  ['nothing to wrap', ['wrap'], by(first), 78, /DATA_KEYS: is required/],
  ['an id that is taken', ['new', 'k1'], { ...by(first), WRAPPED_DATA_KEYS: '{"k1":"x"}' }, 78, /already/],
  ['what another has wrapped', ['check'], { ...by(first), WRAPPED_DATA_KEYS: '{"k1":"x"}' }, 1, /has failed/],
])('says what is wrong with %s', async (_name, args, environment, code, text) => {
  expect(await run(args, environment)).toEqual({ code, text: expect.stringMatching(text) })
})
