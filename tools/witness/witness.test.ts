import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { readNote, readSignatures, readVerifierKey, signersOf, writeVerifierKey } from '@sluice/evidence'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runWitness } from './witness.ts'
import { LOG, ORIGIN, requestOf, STRANGER } from './witness-for-tests.ts'

const LOG_KEY = ['--log', writeVerifierKey(LOG.key)]

let folder: string
const processes: ChildProcess[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'witness-'))
})
afterEach(async () => {
  for (const process of processes.splice(0)) await end(process, 'SIGKILL')
  rmSync(folder, { recursive: true })
})

async function end(process: ChildProcess, signal: 'SIGKILL' | 'SIGTERM') {
  if (process.exitCode !== null || process.signalCode !== null) return process.exitCode
  const exited = once(process, 'exit')
  process.kill(signal)
  const [code] = await exited
  return code
}

/** Starts `npm run witness`, and waits until it says where it listens. */
async function startWitness(state: string, ...args: string[]) {
  const path = join(import.meta.dirname, 'witness.ts')
  const options = ['--conditions=@sluice/source', '--disable-warning=ExperimentalWarning', path]
  const started = spawn(process.execPath, [
    ...options,
    '--state',
    join(folder, state),
    '--port',
    '0',
    ...LOG_KEY,
    ...args,
  ])
  processes.push(started)
  const lines: string[] = []
  const output = createInterface({ input: started.stdout })
  output.on('line', (line) => lines.push(line))
  while (!lines.at(-1)?.startsWith('For the log: ')) await once(output, 'line')
  const [{ url, keys }] = JSON.parse(lines.at(-1)!.slice('For the log: TLOG_WITNESSES='.length))
  const add = async (body: string | Uint8Array<ArrayBuffer>) =>
    await fetch(`${url}add-checkpoint`, { method: 'POST', body })
  return { process: started, lines, url: String(url), keys: keys.map(readVerifierKey), add }
}

describe('a witness', () => {
  it('cosigns by two keys what continues the log, and refuses the rest as the specification says', async () => {
    const { add, url, keys } = await startWitness('w1', '--name', 'witness.example/w1')
    const { text, body } = await requestOf(3)
    const answer = await add(body)
    expect(answer.status).toBe(200)
    const signatures = readSignatures(await answer.text())
    expect(signersOf({ text, signatures }, keys)).toEqual(keys)
    expect(keys.map(({ name, type }: { name: string; type: string }) => [name, type])).toEqual([
      ['witness.example/w1', 'cosignature'],
      ['witness.example/w1', 'cosignature-ml-dsa-44'],
    ])

    const behind = await add((await requestOf(5, { oldSize: 2 })).body)
    expect([behind.status, behind.headers.get('content-type'), await behind.text()]).toEqual([
      ...[409, 'text/x.tlog.size', '3\n'],
    ])
    const continued = await requestOf(5, { oldSize: 3 })
    expect((await add((await requestOf(5, { oldSize: 3, mark: 'fork' })).body)).status).toBe(422)
    expect((await add(continued.body)).status).toBe(200)
    const again = (await requestOf(5, { oldSize: 5 })).body
    expect((await add(again)).status).toBe(200)
    expect((await add(again)).status).toBe(200)
    // What has led there is not cosigned once more, although it was a moment ago.
    expect((await add(continued.body)).status).toBe(409)
    expect((await add((await requestOf(6, { signer: STRANGER })).body)).status).toBe(403)
    const elsewhere = continued.body.replaceAll(ORIGIN, 'log.example.org/else')
    expect((await add(elsewhere)).status).toBe(404)
    expect((await add(continued.body.replace('old 3', 'old 6'))).status).toBe(400)
    expect((await add('nonsense')).status).toBe(400)
    expect((await add(new Uint8Array([0x6f, 0xff]))).status).toBe(400)
    expect((await add('x'.repeat(70_000))).status).toBe(413)
    expect((await fetch(`${url}add-checkpoint`)).status).toBe(405)
    expect((await fetch(url)).status).toBe(404)
  })

  it('knows what it cosigned after it was killed, and has the same key', async () => {
    const first = await startWitness('w1')
    expect((await first.add((await requestOf(4)).body)).status).toBe(200)
    await end(first.process, 'SIGKILL')
    const second = await startWitness('w1')
    expect(second.keys).toEqual(first.keys)
    const fork = await second.add((await requestOf(4, { mark: 'fork' })).body)
    expect([fork.status, await fork.text()]).toEqual([409, '4\n'])
    expect((await second.add((await requestOf(9, { oldSize: 4 })).body)).status).toBe(200)
    expect(await end(second.process, 'SIGTERM')).toBe(0)
    expect(statSync(join(folder, 'w1/key.json')).mode & 0o777).toBe(0o600)
  })

  it('has kept each size that it cosigned when it is killed while it works', async () => {
    let [oldSize, size] = [0, 1]
    for (const killedAfterMs of [0, 1, 2, 4, 8]) {
      const { process: started, add } = await startWitness('w1')
      const answers: number[] = []
      const asked = (async () => {
        for (let next = size; next < size + 50; next += 1) {
          if ((await add((await requestOf(next, { oldSize: answers.at(-1) ?? oldSize })).body)).status !== 200) return
          answers.push(next)
          if (answers.length === 3) setTimeout(() => started.kill('SIGKILL'), killedAfterMs)
        }
      })()
      await asked.catch(() => undefined)
      await end(started, 'SIGKILL')
      expect(answers.length).toBeGreaterThanOrEqual(3)
      const again = await startWitness('w1')
      const told = await again.add((await requestOf(999, { oldSize: 998 })).body)
      oldSize = Number(await told.text())
      // The last one may have been kept and not answered.
      expect(oldSize - answers.at(-1)!).toBeOneOf([0, 1])
      size = oldSize + 1
      await end(again.process, 'SIGKILL')
    }
  }, 90_000)

  it('ends where a request that was begun never comes', async () => {
    const { process: started, url } = await startWitness('w1')
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('POST /add-checkpoint HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nold')
    await once(socket, 'connect')
    expect(await end(started, 'SIGTERM')).toBe(0)
    socket.destroy()
  })

  it('cosigns one of many forks that come at once', async () => {
    const { add } = await startWitness('w1')
    const forks = await Promise.all(Array.from({ length: 20 }, (_, index) => requestOf(4, { mark: `fork ${index}` })))
    const answers = await Promise.all(forks.map(({ body }) => add(body)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  })
})

describe('a fork that is shown to two witnesses', () => {
  it('is cosigned by neither beside its own, and is named with its proof', async () => {
    const [one, other] = [await startWitness('w1'), await startWitness('w2')]
    const [tree, fork] = [await requestOf(4), await requestOf(4, { mark: 'fork' })]
    expect((await one.add(tree.body)).status).toBe(200)
    expect((await other.add(fork.body)).status).toBe(200)
    // A quorum of both is never reached again, on neither side.
    for (const [witness, request] of [
      [one, await requestOf(4, { oldSize: 4, mark: 'fork' })],
      [other, await requestOf(4, { oldSize: 4 })],
    ] as const) {
      expect((await witness.add(request.body)).status).toBe(409)
      expect((await witness.add(request.body)).status).toBe(409)
      const reports = witness.lines.filter((line) => line.startsWith('FORK: '))
      expect(reports).toEqual([expect.stringContaining(`${ORIGIN} has signed two trees of 4 entries`)])
      const proof = readFileSync(reports[0]!.slice(reports[0]!.indexOf(folder)), 'utf8')
      const end = proof.indexOf(`\n${ORIGIN}\n`, 1)
      const notes = [readNote(proof.slice(0, end)), readNote(proof.slice(end + 1))]
      expect(notes.map(({ text }) => text).sort()).toEqual([tree.text, fork.text].sort())
      for (const note of notes) expect(signersOf(note, [LOG.key])).toEqual([LOG.key])
    }
    expect((await one.add((await requestOf(6, { oldSize: 4, mark: 'fork' })).body)).status).toBe(422)
    expect((await other.add((await requestOf(6, { oldSize: 4 })).body)).status).toBe(422)
    expect(one.lines.at(-1)).toBe(`422: ${ORIGIN} 6 does not continue its last tree`)
  })
})

describe('the state of a witness', () => {
  const run = async (...args: string[]) => {
    const lines: string[] = []
    const code = await runWitness([...args, '--port', '0'], (line) => lines.push(line), AbortSignal.abort())
    return { code, text: lines.join('\n') }
  }
  const runIn = (state: string, ...args: string[]) => run('--state', join(folder, state), ...LOG_KEY, ...args)
  const stateFile = (state: string) => {
    const name = readdirSync(join(folder, state)).find((one) => one.startsWith('state-'))
    return join(folder, state, name!)
  }

  it('is made once, and then needed: a witness that forgot would cosign a fork', async () => {
    expect((await runIn('w1')).code).toBe(0)
    expect((await runIn('w1')).code).toBe(0)
    expect(await runIn('w1', '--name', 'another')).toEqual({ code: 1, text: expect.stringContaining('another name') })
    renameSync(stateFile('w1'), join(folder, 'gone'))
    expect(await runIn('w1')).toEqual({ code: 1, text: expect.stringContaining('its state is gone') })
  })

  it('is refused where it was altered, or its key is gone', async () => {
    const { add, process: started } = await startWitness('w1')
    expect((await add((await requestOf(4)).body)).status).toBe(200)
    await end(started, 'SIGTERM')
    const whole = readFileSync(stateFile('w1'), 'utf8')
    for (const altered of [
      whole.replace('\\n4\\n', '\\n2\\n'),
      whole.slice(0, 50),
      whole.replaceAll('"log.', '"lag.'),
    ]) {
      writeFileSync(stateFile('w1'), altered)
      expect((await runIn('w1')).code).toBe(1)
    }
    writeFileSync(stateFile('w1'), whole)
    expect((await runIn('w1')).code).toBe(0)
    renameSync(join(folder, 'w1/key.json'), join(folder, 'gone'))
    expect(await runIn('w1')).toEqual({ code: 1, text: expect.stringContaining('its key is gone') })
  })

  it('belongs to one process: the second cosigns nothing and ends', async () => {
    const one = await startWitness('w1')
    const other = await startWitness('w1')
    expect((await one.add((await requestOf(4)).body)).status).toBe(200)
    const exited = once(other.process, 'exit')
    expect((await other.add((await requestOf(4, { mark: 'fork' })).body)).status).toBe(500)
    expect(await exited).toEqual([1, null])
    expect((await one.add((await requestOf(5, { oldSize: 4 })).body)).status).toBe(200)
  })

  it('is not cosigned once more by a process that another has overtaken', async () => {
    const one = await startWitness('w1')
    expect((await one.add((await requestOf(4)).body)).status).toBe(200)
    const other = await startWitness('w1')
    expect((await one.add((await requestOf(9, { oldSize: 4 })).body)).status).toBe(200)
    expect((await other.add((await requestOf(4, { oldSize: 4 })).body)).status).toBe(500)
  })

  it.each([
    [],
    ['--log', 'nonsense', '--state', 'x'],
    [...LOG_KEY],
    [...LOG_KEY, '--state', 'x', '--port', 'y'],
    [...LOG_KEY, '--state', 'x', '--else'],
    [...LOG_KEY, '--state', 'x', '--name', 'two words'],
  ])('is not opened for a wrong command: %j', async (...args) => {
    const lines: string[] = []
    expect(await runWitness(args, (line) => lines.push(line), AbortSignal.abort())).toBe(2)
    expect(lines.join()).toContain('Usage: npm run witness')
  })
})
