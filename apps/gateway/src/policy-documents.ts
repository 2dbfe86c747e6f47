import type { KeptPolicyDocument, PolicyDocumentsRepository } from '@sluice/db'
import type { PolicySnapshot } from '@sluice/policy'
import { LRUCache } from 'lru-cache'

/** Keeps the texts that decisions follow from, so that they can be made again. */
interface PolicyDocumentKeeper {
  /**
   * Begins to keep what the decisions of a tenant follow from. It costs nothing where that is kept. What cannot be
   * kept now is tried again: a request does not wait for it, because the texts are those of the operator.
   */
  keep(tenant: string, policy: PolicySnapshot): void
  /** Stops trying. */
  close(): void
}

interface KeeperOptions {
  readonly documents: Pick<PolicyDocumentsRepository, 'keep'>
  /** The endpoints as the policy sees them. */
  readonly registry: Pick<KeptPolicyDocument, 'digest' | 'text'>
  readonly onError: (error: unknown) => void
  /** How long to wait after a failure, in milliseconds. */
  readonly retryMs: number
}

/** What is forgotten here is kept again, which changes nothing. */
const MAX_KNOWN = 10_000

export function createPolicyDocumentKeeper(options: KeeperOptions): PolicyDocumentKeeper {
  const { documents, registry, onError, retryMs } = options
  const known = new LRUCache<string, true>({ max: MAX_KNOWN })
  const waiting = new Map<string, { readonly tenant: string; readonly policy: PolicySnapshot }>()
  let timer: NodeJS.Timeout | undefined
  let isWorking = false
  let isClosed = false

  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    for (const [key, { tenant, policy }] of waiting) {
      if (isClosed) break
      try {
        await documents.keep(tenant, textsOf(policy, registry))
        waiting.delete(key)
      } catch (error) {
        onError(error)
        timer ??= setTimeout(() => {
          timer = undefined
          void work()
        }, retryMs).unref()
        break
      }
    }
    isWorking = false
  }

  return {
    keep(tenant, policy) {
      const { policies, schema, entities } = policy.digests
      const key = [tenant, policies, schema, entities].join('\n')
      if (known.has(key)) return
      known.set(key, true)
      waiting.set(key, { tenant, policy })
      void work()
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

function textsOf(policy: PolicySnapshot, registry: KeeperOptions['registry']): readonly KeptPolicyDocument[] {
  const { policies, schema, entities } = policy.documents()
  return [
    { kind: 'policies', digest: policies.digest, text: policies.text },
    { kind: 'schema', digest: schema.digest, text: schema.text },
    { kind: 'entities', digest: entities.digest, text: entities.text },
    { kind: 'registry', digest: registry.digest, text: registry.text },
  ]
}
