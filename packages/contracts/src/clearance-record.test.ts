import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { clearanceRecordSchema, digestOfBasis } from './clearance-record.ts'

const digest = 'A'.repeat(43)
const basis = {
  ...{ id: 'c-1', policies: digest, schema: digest, registry: digest, entities: digest, claims: digest },
  ...{ masked: digest, shift: digest, opening: digest },
}

describe('the basis of a clearance', () => {
  it('is named by the digest of its text, in whatever order its members come', () => {
    const text =
      `{"id":"c-1","policies":"${digest}","schema":"${digest}","registry":"${digest}","entities":"${digest}",` +
      `"claims":"${digest}","masked":"${digest}","shift":"${digest}","opening":"${digest}"}`
    const named = createHash('sha256').update(text).digest('base64url')
    expect(digestOfBasis(basis)).toBe(named)
    const turned = Object.fromEntries(Object.entries(basis).reverse())
    const record = clearanceRecordSchema.parse({
      ...{ kind: 'clearance', version: 1, id: 'c-1', time_ms: 5, tenant: 'acme', sub: 'alice', session_id: 7 },
      ...{
        username: 'alice',
        client: 'app',
        roles: [],
        groups: ['staff'],
        departments: [],
        policy_version: 'p',
        clearance: 3,
      },
      ...{ basis: turned, sealed_opening: 'k1.a.b.c' },
    })
    expect(digestOfBasis(record.basis)).toBe(named)
    expect(JSON.stringify(record.basis)).toBe(text)
  })
})
