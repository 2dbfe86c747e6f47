import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProcessAlive } from '@sluice/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clearLastStack, readStackFile, refuseSecondStack, type StackRecord, writeStackFile } from './stack-file.ts'
import { obtainSecrets, openStateFolder, type StateFolder } from './state-folder.ts'

let root: string
let folder: StateFolder
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'sluice-state-'))
  folder = openStateFolder(join(root, 'state'))
})
afterAll(() => rmSync(root, { recursive: true }))

const record = (change: Partial<StackRecord>): StackRecord => ({
  pid: 999_999_999,
  portBase: 9000,
  issuer: 'http://127.0.0.1:1',
  audience: 'a',
  children: [],
  ...change,
})

describe('the state folder', () => {
  it('creates secrets once, for their owner only', () => {
    const secrets = obtainSecrets(folder)
    expect(obtainSecrets(folder)).toEqual(secrets)
    expect(Buffer.from(Object.values(secrets.dataKeys)[0]!, 'base64')).toHaveLength(32)
    expect(Buffer.from(secrets.soarSecret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32)
    expect(statSync(join(folder.root, 'secrets/secrets.json')).mode & 0o777).toBe(0o600)
  })

  it("writes nothing where nothing is missing: commands beside each other would take each other's file away", () => {
    obtainSecrets(folder)
    const path = join(folder.root, 'secrets/secrets.json')
    const before = statSync(path).ino
    obtainSecrets(folder)
    expect(statSync(path).ino).toBe(before)
  })

  it('keeps the secrets of an older version, and adds what they lack', () => {
    const older = openStateFolder(join(root, 'older'))
    const kept = { postgresPassword: 'p', dataKeys: { 'local-1': 'k' } }
    writeFileSync(join(older.root, 'secrets/secrets.json'), JSON.stringify(kept))
    const secrets = obtainSecrets(older)
    expect(secrets).toMatchObject({ ...kept, soarSecret: expect.stringMatching(/^whsec_/) })
    expect(obtainSecrets(older)).toEqual(secrets)
  })

  it('sets a log aside that has grown too long', () => {
    writeFileSync(folder.logFile('x'), Buffer.alloc(10 * 1024 * 1024 + 1))
    expect(statSync(folder.logFile('x'), { throwIfNoEntry: false })).toBeUndefined()
    expect(statSync(join(folder.root, 'logs/x.log.1')).size).toBeGreaterThan(0)
  })
})

describe('the record of the last stack', () => {
  it('is no obstacle when there is none, or when its process is gone or is another program', async () => {
    await clearLastStack(folder.stackFile)
    for (const pid of [999_999_999, process.pid]) {
      writeStackFile(folder.stackFile, record({ pid, children: [{ pid: process.pid, mark: 'redis-server' }] }))
      await clearLastStack(folder.stackFile)
      expect(readStackFile(folder.stackFile)).toBeUndefined()
    }
  })

  it('refuses a second stack on the same state', async () => {
    const script = join(root, 'infra/local/src/main.ts')
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', script])
    await once(other, 'spawn')
    writeStackFile(folder.stackFile, record({ pid: other.pid! }))
    expect(() => refuseSecondStack(folder.stackFile)).toThrow(/running already/)
    await expect(clearLastStack(folder.stackFile)).rejects.toThrow(/running already \(process \d+, ports from 9000\)/)
    other.kill()
    await once(other, 'exit')
  })

  it('ends what a hard kill left running', async () => {
    const orphan = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'some-mark'])
    await once(orphan, 'spawn')
    writeStackFile(folder.stackFile, record({ children: [{ pid: orphan.pid!, mark: 'some-mark' }] }))
    const ended = once(orphan, 'exit')
    await clearLastStack(folder.stackFile)
    await ended
    expect(isProcessAlive(orphan.pid!)).toBe(false)
  })
})
