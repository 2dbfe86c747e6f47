import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_INTERVAL_MS = 10

/** Waits until something listens on a loopback port. Throws after `timeoutMs`. */
export async function waitForPort(port: number, timeoutMs = 10_000): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!(await isListening(port))) {
    if (Date.now() > deadline) throw new Error(`Nothing listened on port ${port} within ${timeoutMs} ms.`)
    await sleep(POLL_INTERVAL_MS)
  }
}

async function isListening(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
