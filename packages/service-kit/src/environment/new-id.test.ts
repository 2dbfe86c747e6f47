import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { newId } from './new-id.ts'

afterEach(() => void vi.useRealTimers())

it('gives a UUID of version 7 with the time in its first 48 bits', () => {
  // The example of RFC 9562, appendix A.6: 22 February 2022, 19:22:22 UTC.
  vi.useFakeTimers({ now: 0x017f22e279b0 })
  const id = newId()
  expect(z.uuidv7().safeParse(id).success).toBe(true)
  expect(id).toMatch(/^017f22e2-79b0-7/)
})

it('gives each id once', () => {
  const ids = Array.from({ length: 10_000 }, newId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every((id) => z.uuidv7().safeParse(id).success)).toBe(true)
})
