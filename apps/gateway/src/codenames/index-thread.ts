import { parentPort, workerData } from 'node:worker_threads'
import { DEFAULT_LEVEL, levelOfClass, openBlock, type RegisteredTerm } from '@sluice/codename-store'
import { type CodenameTerm, compileCodenames } from '@sluice/pipeline/ports'
import { createKeyRing } from '@sluice/token-vault'
import type { FromIndexThread, IndexThreadData, ToIndexThread } from './index-messages.ts'

/** What the thread runs: it opens the blocks of tenants, keeps their terms, and compiles them into an index. */

const { dataKeys, currentKeyId, classes, configured } = dataOf(workerData)
const keyRing = createKeyRing(dataKeys, currentKeyId)
/** The terms of each tenant by their blocks. */
const tenants = new Map<string, Map<number, readonly RegisteredTerm[]>>()

parentPort?.on('message', (message: ToIndexThread) => {
  if (message.type === 'block') keep(message)
  else answer(message.tenant)
})

/** Why blocks of a tenant could not be opened; the next compilation fails with it. */
const failures = new Map<string, unknown>()

function keep({ tenant, block }: ToIndexThread & { readonly type: 'block' }): void {
  const blocks = tenants.get(tenant) ?? new Map<number, readonly RegisteredTerm[]>()
  tenants.set(tenant, blocks)
  try {
    blocks.set(block.block, openBlock(keyRing, tenant, block))
  } catch (cause) {
    failures.set(tenant, cause)
  }
}

function answer(tenant: string): void {
  try {
    if (failures.has(tenant)) throw failures.get(tenant)
    send({ type: 'compiled', index: compileCodenames(termsOf(tenant)) })
  } catch (cause) {
    // The first line is the message, which may quote a term. All blocks are sent again.
    failures.delete(tenant)
    tenants.delete(tenant)
    send({ type: 'failed', stack: cause instanceof Error ? (cause.stack ?? '').split('\n').slice(1).join('\n') : '' })
  }
}

function* termsOf(tenant: string): Iterable<CodenameTerm> {
  yield* configured
  for (const block of tenants.get(tenant)?.values() ?? []) {
    for (const { term, aliases, class: className, replacement } of block) {
      // What was uploaded with a class that this gateway does not know is as secret as can be.
      const level = levelOfClass(className, classes) ?? DEFAULT_LEVEL
      yield { term, level, replacement }
      for (const alias of aliases) yield { term: alias, level, replacement }
    }
  }
}

function dataOf(data: IndexThreadData): IndexThreadData {
  return data
}

function send(message: FromIndexThread): void {
  parentPort?.postMessage(message)
}
