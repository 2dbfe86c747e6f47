import { expect, it } from 'vitest'
import { EventLoopQueue } from './event-loop-queue.ts'

/** Lets rounds pass, and notes where each of them ended. */
async function passRounds(count: number, done: string[]): Promise<void> {
  for (let round = 0; round < count; round += 1) {
    await new Promise(setImmediate)
    done.push('|')
  }
}

it('runs a bounded number of entries per round, in order, those added meanwhile included', async () => {
  const queue = new EventLoopQueue({ perRound: 2, perRoundBehind: 1 })
  const done: string[] = []
  for (const name of ['a', 'b', 'c']) queue.add(() => void done.push(name))
  queue.add(() => queue.add(() => void done.push('e')))
  expect(done).toEqual([])
  await passRounds(4, done)
  queue.add(() => void done.push('f'))
  await passRounds(1, done)
  expect(done.join('')).toBe('ab|c|e||f|')
})

it('runs what was added behind once nothing else waits, a bounded number per round', async () => {
  const queue = new EventLoopQueue({ perRound: 2, perRoundBehind: 1 })
  const done: string[] = []
  for (const name of ['x', 'y']) queue.addBehind(() => void done.push(name))
  for (const name of ['a', 'b', 'c']) queue.add(() => void done.push(name))
  await passRounds(3, done)
  queue.add(() => void done.push('d'))
  await passRounds(3, done)
  expect(done.join('')).toBe('ab|c|x|d|y||')
})
