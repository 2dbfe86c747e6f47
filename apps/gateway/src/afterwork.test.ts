import { describe, expect, it } from 'vitest'
import { createAfterwork } from './afterwork.ts'

describe('afterwork', () => {
  it('is done when there is none', async () => {
    await expect(createAfterwork().done()).resolves.toBeUndefined()
  })

  it('waits for all of it, for what fails and for what joins meanwhile', async () => {
    const afterwork = createAfterwork()
    const first = Promise.withResolvers<void>()
    const second = Promise.withResolvers<void>()
    let done = false
    afterwork.add(first.promise)
    const waiting = afterwork.done().then(() => {
      done = true
    })
    afterwork.add(second.promise)
    first.reject(new Error('told by whoever began it'))
    await first.promise.catch(() => undefined)
    await new Promise(setImmediate)
    expect(done).toBe(false)
    second.resolve()
    await waiting
    expect(done).toBe(true)
  })
})
