import type { KeptPolicyDocument, PolicyDocumentsRepository } from '@sluice/db'
import type { PolicySnapshot } from '@sluice/policy'
import { LRUCache } from 'lru-cache'

/** Keeps the texts that decisions follow from, so that they can be made again. */
interface PolicyDocumentKeeper {
  /**
   * Begins to keep what the decisions of a tenant follow from. It costs nothing where that is kept. What cannot be
   * kept now is tried again: a request does not wait for it, because the texts are those of the operator.
   */
  keep(tenant: string, policy: PolicySnapshot, registry: RegistryText): void
  /** Stops trying. */
  close(): void
}

/** The endpoints as the policy sees them. */
type RegistryText = Pick<KeptPolicyDocument, 'digest' | 'text'>

interface Waiting {
  readonly tenant: string
  readonly policy: PolicySnapshot
  readonly registry: RegistryText
}

interface KeeperOptions {
  readonly documents: Pick<PolicyDocumentsRepository, 'keep'>
  readonly onError: (error: unknown) => void
  /** How long to wait after a failure, in milliseconds. */
  readonly retryMs: number
}

/** What is forgotten here is kept again, which changes nothing. */
const MAX_KNOWN = 10_000

export function createPolicyDocumentKeeper(options: KeeperOptions): PolicyDocumentKeeper {
  const { documents, onError, retryMs } = options
  const known = new LRUCache<string, true>({ max: MAX_KNOWN })
  const waiting = new Map<string, Waiting>()
  let timer: NodeJS.Timeout | undefined
  let isWorking = false
  let isClosed = false

  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    for (const [key, { tenant, policy, registry }] of waiting) {
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
    keep(tenant, policy, registry) {
      const { policies, schema, entities } = policy.digests
      const key = [tenant, policies, schema, entities, registry.digest].join('\n')
      if (known.has(key)) return
      known.set(key, true)
      waiting.set(key, { tenant, policy, registry })
      void work()
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

function textsOf(policy: PolicySnapshot, registry: RegistryText): readonly KeptPolicyDocument[] {
  const { policies, schema, entities } = policy.documents()
  return [
    { kind: 'policies', digest: policies.digest, text: policies.text },
    { kind: 'schema', digest: schema.digest, text: schema.text },
    { kind: 'entities', digest: entities.digest, text: entities.text },
    { kind: 'registry', digest: registry.digest, text: registry.text },
  ]
}
