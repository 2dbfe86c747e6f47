import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { faultsOf, type Turn, takeTurns, warmUpAll } from './rounds.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A model that answers with the prompt, after a while, or refuses; with what was asked of it. */
async function startModel({ waitMs = 0, status = 200 }): Promise<{ readonly turn: Turn; readonly asked: string[] }> {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const prompt = await promptOf(request)
    asked.push(prompt)
    const answer = JSON.stringify({ choices: [{ message: { content: prompt } }] })
    setTimeout(() => response.writeHead(status).end(answer), waitMs)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closing.push(() => void server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  const target = { origin: `http://127.0.0.1:${port}`, headers: {} }
  return { turn: { name: `after ${waitMs} ms`, target, pid: process.pid, stream: false }, asked }
}

async function promptOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return JSON.parse(Buffer.concat(pieces).toString()).messages[0].content
}

/** What is being done, in order. */
function openProgress() {
  const steps: string[] = []
  return { steps, start: () => undefined, step: (doing: string) => void steps.push(doing) }
}

const settings = { rounds: 2, durationMs: 20, warmUp: 10, connections: 2 }

it('warms each up by its requests, however slow it is', async () => {
  const [slow, quick] = [await startModel({ waitMs: 10 }), await startModel({})]
  const { steps, ...progress } = openProgress()
  const atFirst = await warmUpAll([slow.turn, quick.turn], settings, progress)
  for (const { asked } of [slow, quick]) expect(asked.length).toBeGreaterThanOrEqual(10)
  expect(steps).toEqual(['warming up after 10 ms', 'warming up after 0 ms'])
  // The first round of the slow one was too short for so many.
  expect(atFirst[0]?.requests).toBeLessThan(slow.asked.length)
  expect(atFirst.flatMap(({ errors }) => errors)).toEqual([0, 0])
})

it('does not go on with one that answers nothing, and its rounds say why', async () => {
  const { turn, asked } = await startModel({ status: 503 })
  const { steps, ...progress } = openProgress()
  const atFirst = await warmUpAll([turn], { ...settings, warmUp: 1_000_000 }, progress)
  expect(atFirst).toMatchObject([{ requests: 0, errors: asked.length }])
  expect(steps).toHaveLength(1)
  expect(faultsOf('it', atFirst)).toEqual([
    expect.stringMatching(/^it: \d+ errors, the first: status 503: \{"choices":/),
  ])
})

it('gives each its turn in every round, with a prompt of its own each time unless the cache is asked for', async () => {
  const [own, cached] = [await startModel({}), await startModel({ waitMs: 1 })]
  const { steps, ...progress } = openProgress()
  const turns = [own.turn, { ...cached.turn, cached: true }]
  const results = await takeTurns(turns, settings, progress)
  expect(steps.map((step) => step.slice(0, 15))).toEqual([
    'round 1: after ',
    'round 1: after ',
    'round 2: after ',
    'round 2: after ',
  ])
  expect(results.map((rounds) => rounds.length)).toEqual([2, 2])
  expect(results.flatMap((rounds, index) => faultsOf(`${index}`, rounds))).toEqual([])
  expect(new Set(own.asked).size).toBe(own.asked.length)
  expect(new Set(cached.asked).size).toBe(1)
})
