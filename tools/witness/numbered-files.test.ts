import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NumberedFiles, OtherWriter } from './numbered-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'witness-files-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('a text in numbered files', () => {
  it('is read as it was written last, and older ones are removed', async () => {
    const { files, text } = await NumberedFiles.open(folder)
    expect(text).toBeUndefined()
    for (const version of ['one', 'two', 'three']) await files.replace(version)
    expect(readdirSync(folder)).toEqual(['state-000000000000003.json'])
    expect((await NumberedFiles.open(folder)).text).toBe('three')
  })

  it('has one writer: the other fails, also where its number was removed since', async () => {
    const { files: one } = await NumberedFiles.open(folder)
    const { files: same } = await NumberedFiles.open(folder)
    const { files: late } = await NumberedFiles.open(folder)
    await one.replace('a')
    await expect(same.replace('b')).rejects.toThrow(OtherWriter)
    await one.replace('c')
    await expect(late.replace('b')).rejects.toThrow(OtherWriter)
    await expect(late.requireNewest()).rejects.toThrow(OtherWriter)
    await one.requireNewest()
    await one.replace('d')
    const { text } = await NumberedFiles.open(folder)
    expect(text).toBe('d')
  })

  it('goes on from a version that was left half written', async () => {
    const { files } = await NumberedFiles.open(folder)
    await files.replace('whole')
    writeFileSync(join(folder, 'unfinished-1-state-000000000000002.json'), 'ha')
    const { files: next, text } = await NumberedFiles.open(folder)
    expect(text).toBe('whole')
    await next.replace('next')
    expect(readdirSync(folder)).toEqual(['state-000000000000002.json'])
  })
})
