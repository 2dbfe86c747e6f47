import { z } from '@hono/zod-openapi'
import type { AssessmentApi } from '../assessment-api.ts'
import { ScanFailure } from '../engine.ts'
import { type Answer, busyResponse, describeEndpoint, invalidResponse } from '../wire/endpoint.ts'
import { internalErrorSchema } from '../wire/errors.ts'
import { SCAN_FAILURE_HEADER } from '../wire/headers.ts'
import { historySchema, projectSchema, scanResultSchema } from '../wire/schemas.ts'
import { requirePresent } from './answer-view.ts'

export const scanRoute = describeEndpoint('POST /v1/scans', {
  operationId: 'createScan',
  summary: 'Scan a project',
  description: 'Scans now, whatever was scanned before. A completed scan enters the history.',
  request: {
    body: {
      required: true,
      content: { 'application/json': { schema: z.object({ project: projectSchema }) } },
    },
  },
  responses: {
    200: { description: 'The scan completed.', content: { 'application/json': { schema: scanResultSchema } } },
    400: invalidResponse,
    429: busyResponse,
    500: {
      description: `The scan failed, with no findings; the header \`${SCAN_FAILURE_HEADER}\` says why.`,
      content: { 'application/json': { schema: z.union([scanResultSchema, internalErrorSchema]) } },
    },
  },
})

/**
 * Scans a project. Only a completed scan enters the history: a failed one has no score, and a 0 in its place would read
 * as "all quantum-safe". The audit trail has both.
 */
export function createScan(api: AssessmentApi): Answer<typeof scanRoute> {
  return async (context) => {
    const id = api.newId()
    const { signal } = context.req.raw
    try {
      const located = await api.locateProject(context.req.valid('json').project)
      const { findingCount, systemScore } = await api.assessments.use(
        located,
        { signal, fresh: true },
        async ({ summary }) => summary,
      )
      api.history.add({
        id,
        path: located.path,
        findingCount,
        score: systemScore,
        status: 'completed',
        timestamp: new Date(api.clock.nowMs()).toISOString(),
      })
      return context.json({ id, status: 'completed', findings: findingCount }, 200)
    } catch (error) {
      if (!(error instanceof ScanFailure)) throw error
      requirePresent(context, error)
      return context.json({ id, status: 'failed', findings: 0 }, 500, { [SCAN_FAILURE_HEADER]: error.reason })
    }
  }
}

export const historyRoute = describeEndpoint('GET /v1/history', {
  operationId: 'getHistory',
  summary: 'Completed scans',
  responses: {
    200: {
      description: 'The scans that were asked for with `POST /v1/scans` and completed; the oldest leave.',
      content: { 'application/json': { schema: historySchema } },
    },
  },
})

export function getHistory(api: AssessmentApi): Answer<typeof historyRoute> {
  return (context) => context.json(api.history.list(), 200)
}
