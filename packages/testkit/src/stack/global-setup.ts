import { type ServedStack, serveStack } from './serve-stack.ts'
import { STACK_URL_VARIABLE } from './stack-calls.ts'

let stack: ServedStack | undefined

/** Vitest calls this once, before the first test file. Test processes inherit the address. */
export async function setup(): Promise<void> {
  stack = await serveStack()
  process.env[STACK_URL_VARIABLE] = stack.url
}

/** Vitest calls this once, after the last test file. */
export async function teardown(): Promise<void> {
  delete process.env[STACK_URL_VARIABLE]
  await stack?.stop()
}
