import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { FileWatch, fingerprintOf } from './file-watch.ts'

const INTERVAL_MS = 20
const undo: (() => void)[] = []
afterEach(() => {
  for (const one of undo.splice(0)) one()
})

/** Watches a file, and says what was read of it. */
async function watching(
  path: string,
  whileRead: () => Promise<void> = async () => undefined,
  intervalMs = INTERVAL_MS,
) {
  const applied: string[] = []
  const watch = new FileWatch([path], await fingerprintOf([path]), {
    intervalMs,
    read: async () => {
      const text = readFileSync(path, 'utf8')
      await whileRead()
      return { files: [path], apply: () => applied.push(text) }
    },
  })
  undo.push(() => watch.stop())
  return { applied, watch }
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'watch-'))
  undo.push(() => rmSync(folder, { recursive: true }))
  return folder
}

describe('a file that is watched', () => {
  it('is read when it is written, replaced by another one, or touched by nobody: not at all', async () => {
    const path = join(newFolder(), 'file')
    writeFileSync(path, 'first')
    const { applied } = await watching(path)
    await sleep(5 * INTERVAL_MS)
    expect(applied).toEqual([])
    writeFileSync(path, 'second')
    await expect.poll(() => applied).toEqual(['second'])
    writeFileSync(`${path}.new`, 'third')
    renameSync(`${path}.new`, path)
    await expect.poll(() => applied).toEqual(['second', 'third'])
  })

  it('is read when a link two folders above is exchanged, as Kubernetes does with a ConfigMap', async () => {
    const folder = newFolder()
    const writeVersion = (version: string, text: string) => {
      mkdirSync(join(folder, version))
      writeFileSync(join(folder, version, 'endpoints.yaml'), text)
      symlinkSync(version, join(folder, '..data.new'))
      renameSync(join(folder, '..data.new'), join(folder, '..data'))
    }
    writeVersion('..1', 'first')
    symlinkSync(join('..data', 'endpoints.yaml'), join(folder, 'endpoints.yaml'))
    const { applied } = await watching(join(folder, 'endpoints.yaml'))
    writeVersion('..2', 'again')
    rmSync(join(folder, '..1'), { recursive: true })
    await expect.poll(() => applied).toEqual(['again'])
  })

  it('is not read while it is being written', async () => {
    const path = join(newFolder(), 'file')
    writeFileSync(path, '')
    const intervalMs = 250
    const { applied } = await watching(path, undefined, intervalMs)
    let text = ''
    for (let line = 0; line < 60; line += 1) {
      text += `line ${line}\n`
      writeFileSync(path, text)
      await sleep(10)
    }
    await expect.poll(() => applied).toEqual([text])
  })

  it('is read once more where it changed while it was read, and the half of it is not taken', async () => {
    const path = join(newFolder(), 'file')
    writeFileSync(path, '')
    const texts = ['whole']
    const { applied } = await watching(path, async () => {
      const text = texts.pop()
      if (text !== undefined) writeFileSync(path, text)
    })
    writeFileSync(path, 'half')
    await expect.poll(() => applied).toEqual(['whole'])
  })

  it('may be away for a while', async () => {
    const path = join(newFolder(), 'file')
    writeFileSync(path, 'first')
    const before = await fingerprintOf([path])
    unlinkSync(path)
    expect(await fingerprintOf([path])).toBe('none')
    writeFileSync(path, 'first')
    expect(await fingerprintOf([path])).not.toBe(before)
  })

  it('is not looked at after the end', async () => {
    const path = join(newFolder(), 'file')
    writeFileSync(path, 'first')
    const { applied, watch } = await watching(path)
    watch.stop()
    writeFileSync(path, 'second')
    await sleep(5 * INTERVAL_MS)
    expect(applied).toEqual([])
  })
})
