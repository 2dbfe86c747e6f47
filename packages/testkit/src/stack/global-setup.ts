import { join } from 'node:path'
import { STATE_DIRECTORY } from '../system/repository-root.ts'
import { serveStack } from './serve-stack.ts'
import { STACK_URL_VARIABLE } from './stack-calls.ts'

/**
 * Where Node keeps what it has made of a module: its code without types, compiled. Threads and services that tests
 * start from the sources take it from there, which saves a third of the CPU of their start. An entry whose source has
 * changed is not used, and is written anew.
 */
const COMPILE_CACHE = join(STATE_DIRECTORY, 'compile-cache')

/**
 * Vitest calls this once before the first test file, and what it returns once after the last. Test processes inherit
 * the address and the folder.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE
  const stack = await serveStack()
  process.env[STACK_URL_VARIABLE] = stack.url
  return async () => {
    delete process.env[STACK_URL_VARIABLE]
    await stack.stop()
  }
}
