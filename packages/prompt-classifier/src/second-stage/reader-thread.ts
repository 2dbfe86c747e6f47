import { parentPort } from 'node:worker_threads'
import { loadSecondStage } from './load-second-stage.ts'
import type { Answered, Asked } from './second-readers.ts'

/** What a thread of `SecondReaders` runs: the second stage, for one request after the other. */

const stage = loadSecondStage()

parentPort?.on('message', ({ id, windows }: Asked) => {
  const answer: Answered = { id, scores: windows.map((signs) => stage.score(signs)) }
  parentPort?.postMessage(answer)
})
