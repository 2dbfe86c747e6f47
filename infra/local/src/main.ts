import { ClosingOrder } from './closing-order.ts'
import { startStack } from './start-stack.ts'
import { summary } from './summary.ts'

const print = (text: string) => console.log(text)
// A terminal that has gone away must not keep the stack from ending in order.
process.stdout.on('error', () => undefined)
const closing = new ClosingOrder()
const stopAsked = Promise.withResolvers<'stop'>()
let signals = 0

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    signals += 1
    // The children end with this process, so a second signal may cut the orderly end short.
    if (signals > 2) process.exit(1)
    stopAsked.resolve('stop')
  })
}

// With `--reload` services run from their sources, and start again when these change.
const code = process.argv.includes('--reload') ? 'sources' : 'built'
const started = startStack(process.env, closing, print, code)
try {
  const first = await Promise.race([started, stopAsked.promise])
  if (first !== 'stop') {
    print(summary(first.facts))
    const ended = await Promise.race([stopAsked.promise, first.serviceEnded])
    if (ended !== 'stop') throw new Error(ended)
  }
  print('\nStopping ...')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
await closing.closeAll(print)
// An interrupted start may have opened more in the meantime.
await started.catch(() => undefined)
await closing.closeAll(print)
if (process.exitCode === undefined) print('Stopped.')
process.exit()
