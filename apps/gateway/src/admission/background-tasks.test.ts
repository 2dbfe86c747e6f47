import { describe, expect, it } from 'vitest'
import { BackgroundTasks } from './background-tasks.ts'

describe('background tasks', () => {
  it('are done when there is none', async () => {
    await expect(new BackgroundTasks().done()).resolves.toBeUndefined()
  })

  it('are all waited for, the failed ones and those that join meanwhile too', async () => {
    const tasks = new BackgroundTasks()
    const first = Promise.withResolvers<void>()
    const second = Promise.withResolvers<void>()
    let done = false
    tasks.add(first.promise)
    const waiting = tasks.done().then(() => {
      done = true
    })
    tasks.add(second.promise)
    first.reject(new Error('reported by the one who began it'))
    await first.promise.catch(() => undefined)
    await new Promise(setImmediate)
    expect(done).toBe(false)
    second.resolve()
    await waiting
    expect(done).toBe(true)
  })
})
