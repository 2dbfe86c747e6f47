import { UNREAD_FILE } from '@sluice/contracts'
import { afterEach, describe, expect, it } from 'vitest'
import { FileReaders } from './file-readers.ts'
import { docxOf, paragraph, pdfOf } from './testing/files-for-tests.ts'

const never = new AbortController().signal
const opened: FileReaders[] = []

function open(options: Partial<ConstructorParameters<typeof FileReaders>[0]> = {}): FileReaders {
  const readers = new FileReaders({ threads: 1, maxWaitMs: 20_000, ...options })
  opened.push(readers)
  return readers
}

afterEach(async () => {
  for (const readers of opened.splice(0)) await readers.close()
})

/** A thread that does what the file says. */
const OBEDIENT = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    const kept = []
    parentPort.on('message', (bytes) => {
      const order = Buffer.from(bytes).toString()
      while (order === 'loop') ;
      while (order === 'grow') kept.push(new Uint8Array(1e6).fill(1))
      if (order === 'throw') throw new Error('as told')
      parentPort.postMessage({ text: order, aside: '', names: '', unread: [] })
    })`)}`,
)

const bytes = (content: string | Buffer) => Uint8Array.from(Buffer.from(content))

describe('files in threads', () => {
  it('are read by what they are, one thread after the other', async () => {
    const readers = open()
    expect(await readers.read(bytes(pdfOf('In a PDF file')), 'alice', never)).toMatchObject({
      text: 'In a PDF file\n',
      unread: [],
    })
    expect((await readers.read(bytes(docxOf(paragraph('In Word'))), 'alice', never)).text).toBe('In Word\n')
    expect(await readers.read(bytes('%PDF-broken'), 'alice', never)).toEqual(UNREAD_FILE)
    expect(await readers.read(bytes('something else'), 'alice', never)).toEqual(UNREAD_FILE)
    expect(readers.threads).toBe(1)
  })

  it.each([
    ['takes too long', 'loop', { maxReadMs: 2_000 }],
    ['takes too much memory', 'grow', { maxMemoryBytes: 64e6 }],
    ['breaks its thread', 'throw', {}],
  ])('count as unread where one %s, and the next is read', async (_, order, limits) => {
    const readers = open({ script: OBEDIENT, ...limits })
    const [hostile, next] = [readers.read(bytes(order), 'mallory', never), readers.read(bytes('fine'), 'alice', never)]
    expect(await hostile).toEqual(UNREAD_FILE)
    expect((await next).text).toBe('fine')
  })

  it('leave a thread to others, however many one user sends', async () => {
    const readers = open({ script: OBEDIENT, threads: 2, maxReadMs: 20_000 })
    const leaving = new AbortController()
    const hostile = Array.from({ length: 4 }, () =>
      readers.read(bytes('loop'), 'mallory', leaving.signal).catch(() => 'left'),
    )
    expect((await readers.read(bytes('fine'), 'alice', never)).text).toBe('fine')
    leaving.abort()
    expect(await Promise.all(hostile)).toEqual(Array(4).fill('left'))
  })

  it('end with the reason of their signal, whatever they do', async () => {
    const readers = open({ script: OBEDIENT })
    const controller = new AbortController()
    const looping = readers.read(bytes('loop'), 'alice', controller.signal)
    const gone = new Error('gone')
    controller.abort(gone)
    await expect(looping).rejects.toBe(gone)
    expect(readers.threads).toBe(0)
  })

  it('take turns by user', async () => {
    const readers = open({ script: OBEDIENT })
    const story: string[] = []
    const read = (name: string, user: string) => readers.read(bytes(name), user, never).then(() => story.push(name))
    await Promise.all([read('c1', 'carol'), read('a1', 'alice'), read('a2', 'alice'), read('b1', 'bob')])
    expect(story).toEqual(['c1', 'a1', 'b1', 'a2'])
  })

  it('have no file that is larger than any', async () => {
    expect(await open().read(new Uint8Array(17 * 1_024 * 1_024), 'alice', never)).toEqual(UNREAD_FILE)
  })
})
