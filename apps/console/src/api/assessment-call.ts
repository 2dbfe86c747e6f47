import { createAssessmentClient } from '@sluice/api-clients/assessment'
import { consoleHeaders } from './client.ts'
import { ApiProblem } from './problem.ts'
import { z } from './zod.ts'

/** Calls the assessment API by path, as the admin service hands it on; the types are written from its description. */
export const assessment = createAssessmentClient({
  baseUrl: '/console/assessment',
  fetch: (request) => {
    for (const [name, value] of Object.entries(consoleHeaders())) request.headers.set(name, value)
    return fetch(request)
  },
})

/** An error of the assessment API; those of the admin service before it are problems (RFC 9457). */
const errorShape = z.object({
  error: z.string(),
  message: z.string().optional(),
  id: z.string().optional(),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})

/** Why a scan did not come to its end, by the header `x-scan-failure`. Nothing is concluded from what it had found. */
const SCAN_FAILURES: Readonly<Record<string, string>> = {
  'not-found': 'There is nothing at this path, or not any more.',
  'not-a-directory': 'This path is no folder.',
  unreadable: 'The service may not read this folder.',
  refused: 'This folder is not one that is scanned.',
  'limit-reached': 'It reached the limit of time or of findings. Scan a smaller folder, or let the operator raise it.',
  'engine-failed': 'The scanner failed; the log of the service says more.',
  aborted: 'It was stopped before its end.',
}

interface Answer<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}

/**
 * Gives the answer of a call.
 *
 * @throws {ApiProblem} Where the answer is an error, with the code `scan_failed` where a scan did not come to its end,
 *   and `offline` where there was none.
 */
export async function answerOf<Data>(call: Promise<Answer<Data>>): Promise<Answer<Data>> {
  const answer = await call.catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new ApiProblem(0, { title: 'The service could not be reached.', code: 'offline' })
  })
  if (!answer.response.ok) throw problemOf(answer.response, answer.error)
  return answer
}

/** Gives the data of a call. Throws as {@link answerOf} does. */
export async function assessedDataOf<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const { data, response } = await answerOf(call)
  if (data === undefined) throw new ApiProblem(response.status, undefined)
  return data
}

function problemOf({ status, headers }: Response, body: unknown): ApiProblem {
  const failure = headers.get('x-scan-failure')
  if (failure !== null) {
    const detail = SCAN_FAILURES[failure] ?? 'It was not completed.'
    return new ApiProblem(422, { title: 'The scan did not come to its end.', code: 'scan_failed', detail })
  }
  const parsed = errorShape.safeParse(body)
  if (!parsed.success) return new ApiProblem(status, body)
  const { error, message, id, details: [first] = [] } = parsed.data
  return new ApiProblem(status, {
    title: `${error}.`,
    code: 'assessment_refused',
    detail: first === undefined ? message : `${sentence(first.message)}`,
    ...(id === undefined ? {} : { request_id: id }),
  })
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
}
