import { parentPort, workerData } from 'node:worker_threads'
import { compileCodenames } from '@sluice/pipeline/ports'
import { madeUpTerms } from './made-up-terms.ts'

/** What the thread runs: it compiles as many terms as it is told, as a gateway does beside its event loop. */
parentPort?.postMessage(compileCodenames(madeUpTerms(Number(workerData))))
