import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathOfTile, writeVerifierKey } from '@sluice/evidence'
import { LOG_SIGNER, makeExport, OTHER_SIGNER, WITNESS } from '@sluice/evidence/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAudit } from './audit.ts'

const folder = mkdtempSync(join(tmpdir(), 'audit-'))
afterAll(() => rmSync(folder, { recursive: true }))

const KEY = ['--key', writeVerifierKey(LOG_SIGNER.key)]
const COSIGNED = [...KEY, '--witness', writeVerifierKey(WITNESS.key)]

async function run(...args: string[]) {
  const lines: string[] = []
  const code = await runAudit(args, (line) => lines.push(line))
  return { code, text: lines.join('\n') }
}

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  return path
}

/** Writes a log as a mirror keeps it. */
function writeLog(name: string, { checkpoint, tiles }: Awaited<ReturnType<typeof makeExport>>): string {
  write(`${name}/checkpoint`, checkpoint)
  for (const [key, bytes] of tiles) {
    const [level, index] = key.split('/').map(Number)
    write(`${name}/${pathOfTile({ level: level!, index: index!, width: bytes.length / 32 })}`, bytes)
  }
  return join(folder, name)
}

let file: string
let mirror: string
beforeAll(async () => {
  const made = await makeExport()
  file = write('export.ndjson', `${made.all.join('\n')}\n`)
  mirror = writeLog('mirror', made)
})

describe('npm run audit -- verify', () => {
  it('says what was verified, and what was not', async () => {
    const { code, text } = await run('verify', file, ...COSIGNED)
    expect(code).toBe(0)
    expect(text).toContain(
      'Nothing is wrong: 20 records of the tenant acme, each as the log example.org/log has committed',
    )
    expect(text).toContain('None is missing up to position 20.')
    expect(text).toContain('1 of them were erased')
    expect(text).toContain('Cosigned by: witness.example/w1.')
    expect(text).toContain('a fork would not be seen')
  })

  it('compares with the log itself, in a folder or where it is served', async () => {
    const server = createServer(async (request, response) => {
      const { readFile } = await import('node:fs/promises')
      const bytes = await readFile(join(mirror, request.url!.slice('/tlog/'.length))).catch(() => undefined)
      response.writeHead(bytes === undefined ? 404 : 200).end(bytes)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/tlog`
    for (const at of [mirror, url]) {
      const { code, text } = await run('verify', file, ...COSIGNED, '--log', at)
      expect([code, text]).toEqual([0, expect.stringContaining('The log that is served began as that tree.')])
    }
    server.close()
  })

  it('names a fork, a log that was cut, one of another key and one whose tiles are gone', async () => {
    const other = await makeExport(undefined, undefined, 'another record')
    const fork = writeLog('fork', other)
    expect(await run('verify', file, ...KEY, '--log', fork)).toEqual({ code: 1, text: expect.stringContaining('fork') })
    const foreign = writeLog('foreign', await makeExport([OTHER_SIGNER]))
    expect(await run('verify', file, ...KEY, '--log', foreign)).toEqual({
      code: 1,
      text: expect.stringContaining('not signed'),
    })
    const small = writeLog('small', await makeExport(undefined, undefined, '', 30))
    expect(await run('verify', file, ...KEY, '--log', small)).toEqual({
      code: 1,
      text: expect.stringContaining('fewer entries'),
    })
    const emptied = writeLog('emptied', await makeExport())
    rmSync(join(emptied, 'tile'), { recursive: true })
    expect(await run('verify', file, ...KEY, '--log', emptied)).toEqual({
      code: 1,
      text: expect.stringContaining('has no tile'),
    })
  })

  it('names the first row that is wrong', async () => {
    const { all } = await makeExport()
    const altered = write('altered.ndjson', all.join('\n').replace('id-8', 'id-7'))
    expect(await run('verify', altered, ...KEY)).toEqual({
      code: 1,
      text: expect.stringMatching(/^FAULT: Row 9 \(id-7\)/),
    })
    const foreign = write('foreign.ndjson', (await makeExport([OTHER_SIGNER])).all.join('\n'))
    expect(await run('verify', foreign, ...KEY)).toEqual({
      code: 1,
      text: expect.stringContaining('not signed by the log'),
    })
    const alone = write('alone.ndjson', (await makeExport([LOG_SIGNER])).all.join('\n'))
    expect(await run('verify', alone, ...COSIGNED)).toEqual({
      code: 1,
      text: expect.stringContaining('0 of the witnesses'),
    })
  })

  it.each([
    [],
    ['verify'],
    ['verify', 'x'],
    ['verify', 'x', '--key', 'nonsense'],
    ['verify', 'x', ...KEY, '--quorum', 'many'],
    ['verify', 'x', ...KEY, '--witness', KEY[1]!],
    ['prove', 'x'],
  ])('explains itself for %j', async (...args) => {
    expect(await run(...args)).toEqual({ code: 2, text: expect.stringContaining('Usage: npm run audit') })
  })

  it('says where there is no file', async () => {
    expect(await run('verify', join(folder, 'none'), ...KEY)).toEqual({
      code: 2,
      text: expect.stringContaining('no such file'),
    })
  })
})
