import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { negotiateCbom } from './negotiate.ts'

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

describe('any text as Accept', () => {
  it('is answered with a form, or refused for its version', () => {
    const part = fc.constantFrom(
      CDX,
      'application/json',
      ';',
      ',',
      'q=',
      '0.5',
      'version=',
      '"',
      '\\\\',
      '=',
      ' ',
      '1.7',
    )
    const text = fc.oneof(
      fc.string({ maxLength: 2_000 }),
      fc.array(part).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, (accept) => {
        try {
          expect(negotiate({ accept }).contentType).toMatch(
            /^application\/(?:json$|vnd\.cyclonedx\+json; version=1\.[67]$)/,
          )
        } catch (error) {
          expect(error).toMatchObject({ code: 'invalid_request' })
        }
      }),
    )
  })
})
