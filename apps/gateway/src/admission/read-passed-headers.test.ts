import { expect, it } from 'vitest'
import { readPassedHeaders } from './read-passed-headers.ts'

const PARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

it.each<[string, Record<string, string>, Record<string, string> | undefined]>([
  ['nothing', {}, undefined],
  ['headers of the wire', { 'x-beta': 'a,b', 'x-other': 'c' }, { 'x-beta': 'a,b' }],
  ['no long ones', { 'x-beta': 'a'.repeat(1_025) }, undefined],
  ['nothing but printable ASCII', { 'x-beta': 'a\u00e9' }, undefined],
  ['the trace context', { traceparent: PARENT, tracestate: 'a=1' }, { traceparent: PARENT, tracestate: 'a=1' }],
  ['no state without a parent', { tracestate: 'a=1' }, undefined],
  ['no parent of zeros', { traceparent: PARENT.replace(/[1-9a-f]/g, '0') }, undefined],
  ['no parent that is none', { traceparent: 'maria.keller@example.com' }, undefined],
])('passes %s on', (_what, headers, expected) => {
  expect(readPassedHeaders((name) => headers[name], ['x-beta'], true).headers).toEqual(expected)
})

it('passes no trace context on where that is not asked for', () => {
  const headers: Record<string, string> = { traceparent: PARENT, tracestate: 'a=1' }
  expect(readPassedHeaders((name) => headers[name]).headers).toBeUndefined()
})
