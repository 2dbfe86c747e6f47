import { SluiceError } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { ask, asked, readAll, textOf, useStubServer } from '../fixtures/endpoints.ts'

const { stub, open } = await useStubServer()
const { signal } = new AbortController()
const UNCHARGED_BYTES = 65_536

/** What a call charged while its answer was read. */
async function heldFor(answer: { text: string }, stream: boolean) {
  const held: number[] = []
  stub.respondWith(answer)
  const chunks = await readAll(
    await ask(
      open({ maxAnswerBytes: 33_554_432 }),
      { ...asked, ...(stream && { stream }) },
      signal,
      'alice',
      (bytes) => void held.push(bytes),
    ),
  )
  return { held: held.reduce((sum, bytes) => sum + bytes, 0), text: textOf(chunks) }
}

describe('an answer that is held as a whole', () => {
  it('is charged behind its first 64 KiB', async () => {
    const text = 'x'.repeat(300_000)
    const { held, text: read } = await heldFor({ text }, false)
    expect(read).toBe(text)
    expect(held).toBeGreaterThan(300_000 - UNCHARGED_BYTES)
    expect(held).toBeLessThan(302_000 - UNCHARGED_BYTES)
  })

  it('costs nothing where it is short, or a stream', async () => {
    expect((await heldFor({ text: 'x'.repeat(60_000) }, false)).held).toBe(0)
    expect((await heldFor({ text: 'word '.repeat(30_000) }, true)).held).toBe(0)
  })

  it('ends with what the charge throws, and is not read further', async () => {
    stub.respondWith({ text: 'x'.repeat(3_000_000) })
    const full = () => {
      throw new SluiceError('overloaded')
    }
    await expect(ask(open(), asked, signal, 'alice', full)).rejects.toMatchObject({ code: 'overloaded' })
  })
})
