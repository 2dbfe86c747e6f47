import { SluiceError } from '@sluice/contracts'
import { createLogger } from '@sluice/service-kit'
import { expect, it } from 'vitest'
import { logLayerFailure } from './log-layer-failure.ts'

it.each<readonly [name: string, cause: unknown, level: string, message: string]>([
  ['a quota that is spent', new SluiceError('rate_limit_exceeded'), 'info', 'layer refused'],
  ['a request that is too large', new SluiceError('request_too_large'), 'info', 'layer refused'],
  ['a part that is gone', new SluiceError('dependency_unavailable'), 'error', 'layer failed'],
  ['a defect', new TypeError('x is not a function'), 'error', 'layer failed'],
])('%s', (_, cause, level, msg) => {
  const lines: string[] = []
  const logger = createLogger({ service: 't', level: 'debug', destination: { write: (line) => void lines.push(line) } })
  logLayerFailure(logger, 'L5', 'request-1', cause)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level, msg, layer: 'L5', requestId: 'request-1' }])
})
