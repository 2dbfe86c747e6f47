import { expect, it } from 'vitest'
import { ClosingOrder } from './closing-order.ts'

it('closes in reverse, each once, past a step that fails', async () => {
  const closing = new ClosingOrder()
  const done: string[] = []
  for (const name of ['first', 'second', 'third']) {
    closing.add(name, async () => {
      done.push(name)
      if (name === 'second') throw new Error('stuck')
    })
  }
  const reports: string[] = []
  await closing.closeAll((line) => reports.push(line))
  await closing.closeAll((line) => reports.push(line))
  expect(done).toEqual(['third', 'second', 'first'])
  expect(reports).toEqual(['second did not close cleanly: stuck'])
})
