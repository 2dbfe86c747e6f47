import { SluiceError } from '@sluice/contracts'
import { expect, it } from 'vitest'
import { renderClientProblem } from './problem.ts'
import { problemResponses } from './problem-responses.ts'

it('describes the codes that it is told, by status', () => {
  expect(problemResponses(['conflict', 'token_expired', 'token_missing'])).toMatchObject({
    401: {
      description: expect.stringMatching(/^`token_missing`: .*\n\n`token_expired`: The access token has expired\.$/),
    },
    409: { description: expect.stringMatching(/^`conflict`: [^`]*$/) },
  })
  expect(problemResponses([])).toEqual({})
})

it('describes every code of a status', () => {
  const { 401: unauthorized, ...others } = problemResponses([401, 413])
  expect(Object.keys(others)).toEqual(['413'])
  expect(unauthorized?.description).toContain('`token_expired`: The access token has expired.')
  expect(Object.keys(unauthorized?.content ?? {})).toEqual(['application/problem+json'])
})

it('closes the connection behind a body that was too large, and only then', () => {
  expect(renderClientProblem(new SluiceError('request_too_large'), { requestId: 'r' }).headers.get('connection')).toBe(
    'close',
  )
  expect(renderClientProblem(new SluiceError('not_found'), { requestId: 'r' }).headers.get('connection')).toBeNull()
})
