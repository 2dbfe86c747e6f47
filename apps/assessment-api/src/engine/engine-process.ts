import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { composeEngine } from '../compose-engine.ts'
import type { ToEngine } from './engine-protocol.ts'
import { serveEngine } from './serve-engine.ts'

/* The entry of an engine process. It lives as long as the service that has started it, and ends when that ends. */

yieldToTheService()

const receive = serveEngine(composeEngine, (message) => process.send?.(message))
process.on('message', (message: ToEngine) => receive(message))
process.on('disconnect', () => process.exit())
// A signal to the whole group, as from a terminal, is for the service to act on: it may still want answers from here.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})

/** Where processors are scarce, whoever waits for an answer goes before whoever waits for a scan. */
function yieldToTheService(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
    // On Linux a priority is a thread's own: those made from now on inherit it, those of the runtime are there already.
    for (const thread of readdirSync('/proc/self/task')) {
      setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL)
    }
  } catch {
    // Another system, or a sandbox that forbids it: then all are equal.
  }
}
