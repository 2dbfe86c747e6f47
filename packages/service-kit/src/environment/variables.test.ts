import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { boolean, bytes, csv, durationMs, integer, json, port, url } from './variables.ts'

describe('the types of variables', () => {
  it.each([
    ['port', port(), '0', 0],
    ['port', port(), '65535', 65_535],
    ['port', port(), '65536', undefined],
    ['port', port(), '-1', undefined],
    ['port', port(), '80.5', undefined],
    ['port', port(), '8e3', undefined],
    ['port', port(), '0x50', undefined],
    ['port', port(), '0x4a00', undefined],
    ['port', port(), ' 18900', undefined],
    ['port', port(), '18900 ', undefined],
    ['port', port(), '018900', undefined],
    ['port', port(), '+80', undefined],
    ['port', port(), '1_000', undefined],
    ['port', port(), '８０', undefined],
    ['integer', integer({ min: -5, max: 5 }), '-5', -5],
    ['integer', integer({ min: -5, max: 5 }), '-0', undefined],
    ['integer', integer(), '99999999999999999999', undefined],
    ['durationMs', durationMs({ min: 1 }), '250', 250],
    ['durationMs', durationMs({ min: 1 }), '0', undefined],
    ['durationMs', durationMs(), '2147483648', undefined],
    ['bytes', bytes(), '1048576', 1_048_576],
    ['bytes', bytes(), '1MB', undefined],
    ['url', url(), 'https://example.com/v1', 'https://example.com/v1'],
    ['url', url(), 'example.com', undefined],
    ['url', url(), 'file:///etc/passwd', undefined],
    ['csv', csv(), 'a, b,,c ', ['a', 'b', 'c']],
    ['csv', csv(), 'x,'.repeat(1_001), undefined],
    ['boolean', boolean(), 'TRUE', true],
    ['boolean', boolean(), 'off', false],
    ['boolean', boolean(), 'maybe', undefined],
    ['json', json(z.object({ a: z.number() })), '{"a":1}', { a: 1 }],
    ['json', json(z.object({ a: z.number() })), '{"a":"1"}', undefined],
  ])('%s %#', (_name, type: z.ZodType, text, expected) => {
    expect(type.safeParse(text).data).toEqual(expected)
  })
})
