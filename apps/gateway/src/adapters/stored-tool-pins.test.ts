import { expect, it } from 'vitest'
import { createStoredToolPins } from './stored-tool-pins.ts'

const tool = { name: 'send', digest: 'a', definition: '{}' }

function setUp() {
  let nowMs = 0
  let accepted = 'a'
  const asked: number[] = []
  const changes: string[] = []
  const pins = createStoredToolPins({
    definitions: {
      async compare(_, tools) {
        asked.push(tools.length)
        const changed = new Set(tools.filter(({ digest }) => digest !== accepted).map(({ name }) => name))
        return { changed, newlyChanged: [...changed] }
      },
    },
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    onChanged: async (tenant, server, name) => void changes.push(`${tenant} ${server} ${name}`),
  })
  const isChanged = async (digest: string) => (await pins.changed('t', 'crm', [{ ...tool, digest }])).has('send')
  return {
    ...{ isChanged, asked, changes },
    pass: (ms: number) => {
      nowMs += ms
    },
    accept: (digest: string) => {
      accepted = digest
    },
  }
}

it('asks once for a definition that is accepted, and again before it could have been replaced for long', async () => {
  const { isChanged, asked, pass, accept } = setUp()
  expect([await isChanged('a'), await isChanged('a'), asked.length]).toEqual([false, false, 1])
  accept('b')
  pass(60_000)
  expect([await isChanged('a'), asked.length]).toEqual([true, 2])
})

it('tells of a change, and takes it seconds after it was accepted', async () => {
  const { isChanged, changes, pass, accept } = setUp()
  expect([await isChanged('b'), await isChanged('b'), changes]).toEqual([true, true, ['t crm send']])
  accept('b')
  expect(await isChanged('b')).toBe(true)
  pass(2_000)
  expect(await isChanged('b')).toBe(false)
})
