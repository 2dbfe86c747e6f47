import { expect, it } from 'vitest'
import { OpenTraces } from './open-traces.ts'

const ids = (digit: string) => ({ traceId: digit.repeat(32), spanId: digit.repeat(16) })

it('gives a line the trace of the request that it names, as long as that is open', () => {
  const traces = new OpenTraces()
  expect(traces.fieldsOf({ requestId: 'one' })).toBeUndefined()
  traces.open('one', ids('1'))
  traces.open('two', ids('2'))
  expect(traces.fieldsOf({ requestId: 'one' })).toEqual({ trace_id: '1'.repeat(32), span_id: '1'.repeat(16) })
  expect(traces.fieldsOf({ other: 'one' })).toBeUndefined()
  traces.close('one')
  expect(traces.fieldsOf({ requestId: 'one' })).toBeUndefined()
})

it('gives none where two open requests have the same id', () => {
  const traces = new OpenTraces()
  traces.open('one', ids('1'))
  traces.open('one', ids('2'))
  expect(traces.fieldsOf({ requestId: 'one' })).toBeUndefined()
})
