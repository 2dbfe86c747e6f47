import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

const KEPT_RECORDS = 5000

/** Keeps the provider's short-lived records (sessions, grants, codes) in memory, the latest 5,000 of all kinds. */
export function memoryAdapterFactory(): AdapterFactory {
  const records = new Map<string, AdapterPayload>()
  const keysByGrant = new Map<string, string[]>()
  const keep = <T>(map: Map<string, T>, key: string, value: T) => {
    map.delete(key)
    map.set(key, value)
    const oldest = map.size > KEPT_RECORDS ? map.keys().next().value : undefined
    if (oldest !== undefined) map.delete(oldest)
  }
  return (kind): Adapter => {
    const keyOf = (id: string) => `${kind}:${id}`
    const findBy = async (property: 'uid' | 'userCode', value: string) =>
      [...records].find(([key, payload]) => key.startsWith(`${kind}:`) && payload[property] === value)?.[1]
    return {
      find: async (id) => records.get(keyOf(id)),
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (userCode) => findBy('userCode', userCode),
      upsert: async (id, payload) => {
        keep(records, keyOf(id), payload)
        const { grantId } = payload
        if (grantId !== undefined) keep(keysByGrant, grantId, [...(keysByGrant.get(grantId) ?? []), keyOf(id)])
      },
      consume: async (id) => {
        const payload = records.get(keyOf(id))
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => void records.delete(keyOf(id)),
      revokeByGrantId: async (grantId) => {
        for (const key of keysByGrant.get(grantId) ?? []) records.delete(key)
        keysByGrant.delete(grantId)
      },
    }
  }
}
