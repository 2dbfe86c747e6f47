import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

it('does so much a turn, in order, what is added meanwhile included', async () => {
  const turns = createTurns(2)
  const done: string[] = []
  const nextTurn = async () => {
    await new Promise(setImmediate)
    done.push('|')
  }
  for (const name of ['a', 'b', 'c']) turns.add(() => void done.push(name))
  turns.add(() => turns.add(() => void done.push('e')))
  expect(done).toEqual([])
  for (let turn = 0; turn < 4; turn += 1) await nextTurn()
  turns.add(() => void done.push('f'))
  await nextTurn()
  expect(done.join('')).toBe('ab|c|e||f|')
})
