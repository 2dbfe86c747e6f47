import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requestCoverage } from './coverage.ts'
import type { LocalRequest, ModelRequestKind } from './model-request.ts'
import { positionsOf, ROOT_SHAPES } from './positions.ts'
import { type ShapeName, shapeOf } from './shapes/index.ts'

const KINDS: readonly ModelRequestKind[] = [
  'chat',
  'responses',
  'messages',
  'token-count',
  'embeddings',
  'tool-call',
  'tool-result',
]

/** Words by which wires choose how an object is read. */
const WORDS = [
  'user',
  'tool',
  'assistant',
  'text',
  'image',
  'tool_result',
  'thinking',
  'reasoning',
  'function_call_output',
]

/**
 * What may stand at a place of this shape: a string that is unlike any word of a wire, an array, or an object whose
 * members are those that the shape names, and one that it does not.
 */
function anyOf(name: ShapeName, depth: number): fc.Arbitrary<unknown> {
  const sentinel = fc.constant('SENTINEL')
  if (depth === 0) return sentinel
  const object = fc.oneof({ arbitrary: memberOf(name, depth), weight: 4 }, fc.constant({ 'SENTINEL name': 1 }))
  return fc.oneof(sentinel, { arbitrary: object, weight: 3 }, fc.array(object, { minLength: 1, maxLength: 2 }))
}

/** An object with one member or two of the shape, and perhaps the words by which a wire tells its kind. */
function memberOf(name: ShapeName, depth: number): fc.Arbitrary<Record<string, unknown>> {
  const { members, rest } = shapeOf(name)
  const inner: readonly (readonly [string, ShapeName])[] = [...members, ['x_vendor', rest]]
  const entry = fc
    .constantFrom(...inner.filter(([, shape]) => shape !== 'model' && shape !== 'toolName'))
    .chain(([member, shape]) => fc.tuple(fc.constant(member), anyOf(shape, depth - 1)))
  const word = fc.option(fc.constantFrom(...WORDS))
  return fc.tuple(fc.array(entry, { minLength: 1, maxLength: 2 }), word, word).map(([entries, type, role]) => ({
    ...(type && { type }),
    ...(role && { role }),
    ...Object.fromEntries(entries),
  }))
}

/** Gives each sentinel a number of its own, and counts them. */
function number(body: unknown): { readonly numbered: unknown; readonly count: number } {
  let count = 0
  const text = JSON.stringify(body).replaceAll(/"SENTINEL( name)?"/g, () => {
    count += 1
    return `"SENTINEL ${count}."`
  })
  return { numbered: JSON.parse(text), count }
}

describe.each(KINDS)('a request of the kind %s', (kind) => {
  it('has no text that the layers do not see, wherever it stands', () => {
    fc.assert(
      fc.property(memberOf(ROOT_SHAPES[kind], 6), (body) => {
        const { numbered, count } = number({ ...body, model: 'm' })
        // No edge has checked it: the walk itself must leave nothing out.
        const positions = positionsOf({ kind, body: numbered } as LocalRequest)
        const seen = new Set(positions.flatMap(({ text }) => text.match(/SENTINEL \d+\./g) ?? []))
        expect(seen.size).toBe(count)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is listed place by place', () => {
    const places = requestCoverage(kind)
    expect(places.length).toBeGreaterThan(4)
    expect(new Set(places.map(({ place }) => place)).size).toBe(places.length)
    expect(places.filter(({ treatment }) => treatment === '')).toEqual([])
  })
})
