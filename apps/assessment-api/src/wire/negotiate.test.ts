import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { negotiateCbom } from './negotiate.ts'
import { parseAccept } from './parse-accept.ts'

const CDX = 'application/vnd.cyclonedx+json'
type Choice = Partial<Parameters<typeof negotiateCbom>[0]>
const negotiate = (choice: Choice) =>
  negotiateCbom({ format: undefined, version: undefined, accept: undefined, signature: 'ecdsa', ...choice })

describe('negotiateCbom', () => {
  it.each<[Choice, string]>([
    [{}, 'application/json'],
    [{ accept: '*/*' }, 'application/json'],
    [{ accept: 'application/json' }, 'application/json'],
    [{ accept: 'text/html' }, 'application/json'],
    [{ accept: '' }, 'application/json'],
    [{ accept: CDX }, `${CDX}; version=1.6`],
    [{ accept: CDX.toUpperCase() }, `${CDX}; version=1.6`],
    [{ accept: `${CDX}; version=1.7` }, `${CDX}; version=1.7`],
    [{ accept: `${CDX};version="1.7"` }, `${CDX}; version=1.7`],
    [{ accept: `${CDX}; version=1.6, */*;q=0.1` }, `${CDX}; version=1.6`],
    [{ accept: `text/html, ${CDX};version=1.7;q=0.9` }, `${CDX}; version=1.7`],
    [{ accept: `application/json;q=0.5, ${CDX}` }, `${CDX}; version=1.6`],
    [{ accept: `application/json, ${CDX};q=0.5` }, 'application/json'],
    [{ accept: `${CDX};q=0` }, 'application/json'],
    [{ accept: `application/json, ${CDX}` }, 'application/json'],
    [{ accept: `${CDX}, application/json` }, `${CDX}; version=1.6`],
    [{ format: 'cyclonedx' }, `${CDX}; version=1.6`],
    [{ format: 'cyclonedx', version: '1.7' }, `${CDX}; version=1.7`],
    [{ format: 'cyclonedx', version: '1.7', accept: `${CDX};version=1.6` }, `${CDX}; version=1.7`],
    [{ format: 'cyclonedx', accept: 'application/json' }, `${CDX}; version=1.6`],
    [{ format: 'json', accept: CDX }, 'application/json'],
    [{ version: '1.7', accept: CDX }, `${CDX}; version=1.7`],
  ])('answers %j with %s', (choice, contentType) => {
    const chosen = negotiate(choice)
    expect(chosen.contentType).toBe(contentType)
    const version = contentType.split('version=')[1]
    expect(chosen.view).toEqual(
      version === undefined ? { kind: 'cbom', signature: 'ecdsa' } : { kind: 'cyclonedx', version },
    )
  })

  it.each(['1.5', '2', 'x'])('refuses version %s in Accept', (version) => {
    expect(() => negotiate({ accept: `${CDX};version=${version}` })).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        issues: [expect.objectContaining({ path: 'header.accept' })],
      }),
    )
  })
})

describe('parseAccept', () => {
  it('takes any text, and no more than 64 ranges of it', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2_000 }), (text) => {
        for (const { quality, type } of parseAccept(text)) {
          expect(quality).toBeGreaterThanOrEqual(0)
          expect(quality).toBeLessThanOrEqual(1)
          expect(type).toContain('/')
        }
      }),
    )
    expect(parseAccept('a/b,'.repeat(1_000))).toHaveLength(64)
  })
})
