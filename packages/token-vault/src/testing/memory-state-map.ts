import type { SecureStateMap, SessionScope } from '../secure-state-map.ts'

/** For unit tests: a Secure State Map in memory, without expiry. `entries` is what a store would see. */
export function createMemoryStateMap(): SecureStateMap & { readonly entries: ReadonlyMap<string, string> } {
  const entries = new Map<string, string>()
  return {
    entries,
    async write(scope, sealed) {
      for (const [token, text] of sealed) entries.set(nameOf(scope, token), text)
    },
    async read(scope, tokens) {
      const known = new Map<string, string>()
      for (const token of tokens) {
        const text = entries.get(nameOf(scope, token))
        if (text !== undefined) known.set(token, text)
      }
      return known
    },
  }
}

function nameOf({ tenant, sessionId }: SessionScope, token: string): string {
  return JSON.stringify([tenant, sessionId, token])
}
