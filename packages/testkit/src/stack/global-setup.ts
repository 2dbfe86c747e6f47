import { serveStack } from './serve-stack.ts'
import { STACK_URL_VARIABLE } from './stack-calls.ts'

/**
 * Vitest calls this once before the first test file, and what it returns once after the last. Test processes inherit
 * the address.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const stack = await serveStack()
  process.env[STACK_URL_VARIABLE] = stack.url
  return async () => {
    delete process.env[STACK_URL_VARIABLE]
    await stack.stop()
  }
}
