import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { createKeyRing, type MappingKeys } from './key-ring.ts'
import { openValue, sealValueWith } from './sealed-value.ts'
import { deriveToken } from './token.ts'

const ring = createKeyRing(new Map([['k1', new Uint8Array(32).fill(1)]]), 'k1')
const scope = { tenant: 'acme', sessionId: 7 }

/** What another thread gets of a message. */
function posted(message: MappingKeys): MappingKeys {
  const { port1, port2 } = new MessageChannel()
  port1.postMessage(message)
  const received: MappingKeys = receiveMessageOnPort(port2)?.message
  port1.close()
  return received
}

describe('the keys of a mapping', () => {
  it('make the same tokens, and seal, in another thread', () => {
    const keys = ring.mappingKeys(scope)
    const there = posted(keys)
    const token = deriveToken(there.tokenKey, 'PERSON', 'Alice')
    expect(token).toBe(deriveToken(keys.tokenKey, 'PERSON', 'Alice'))
    const value = { entity: 'PERSON', level: 2, value: 'Alice' } as const
    expect(openValue(ring, scope, token, sealValueWith(there, token, value))).toEqual(value)
  })
})
