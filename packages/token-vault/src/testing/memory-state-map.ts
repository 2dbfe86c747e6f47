import type { SecureStateMap, SessionRef, SessionScope, SessionSecrets } from '../secure-state-map.ts'

/** For unit tests: a Secure State Map in memory, without expiry and bounds. */
export interface MemoryStateMap extends SecureStateMap, SessionSecrets {
  /** What a store would see. */
  readonly entries: ReadonlyMap<string, string>
}

/** Makes a Secure State Map in memory. */
export function createMemoryStateMap(): MemoryStateMap {
  const entries = new Map<string, string>()
  const secrets = new Map<string, Set<string>>()
  return {
    entries,
    async write(scope, sealed) {
      for (const [token, text] of sealed) entries.set(nameOf(scope, token), text)
      const known = secrets.get(sessionNameOf(scope)) ?? new Set()
      if (sealed.size > 0) secrets.set(sessionNameOf(scope), known.add(scope.secret))
    },
    async read(scope, tokens) {
      const known = new Map<string, string>()
      for (const token of tokens) {
        const text = entries.get(nameOf(scope, token))
        if (text !== undefined) known.set(token, text)
      }
      return known
    },
    secretsOf: async (session) => [...(secrets.get(sessionNameOf(session)) ?? [])],
    page: async (scope) => {
      const ofSession = [...entries].flatMap(([name, text]) => {
        const { token } = parseName(name)
        return nameOf(scope, token) === name ? [[token, text] as const] : []
      })
      return { sealed: new Map(ofSession) }
    },
  }
}

function sessionNameOf({ tenant, sub, sessionId }: SessionRef): string {
  return JSON.stringify([tenant, sub, sessionId])
}

function nameOf(scope: SessionScope, token: string): string {
  return JSON.stringify([sessionNameOf(scope), scope.secret, token])
}

function parseName(name: string): { readonly token: string } {
  const parts: unknown = JSON.parse(name)
  return { token: Array.isArray(parts) ? String(parts.at(-1)) : '' }
}
