import { expect, it } from 'vitest'
import { EventLoopQueue } from './event-loop-queue.ts'

it('runs a bounded number of entries per round, in order, those added meanwhile included', async () => {
  const queue = new EventLoopQueue(2)
  const done: string[] = []
  const nextRound = async () => {
    await new Promise(setImmediate)
    done.push('|')
  }
  for (const name of ['a', 'b', 'c']) queue.add(() => void done.push(name))
  queue.add(() => queue.add(() => void done.push('e')))
  expect(done).toEqual([])
  for (let round = 0; round < 4; round += 1) await nextRound()
  queue.add(() => void done.push('f'))
  await nextRound()
  expect(done.join('')).toBe('ab|c|e||f|')
})
