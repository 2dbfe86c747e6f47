import { z } from '@hono/zod-openapi'
import {
  historySchema,
  internalErrorSchema,
  SCAN_FAILURE_HEADER,
  scanRequestSchema,
  scanResultSchema,
  scansSchema,
} from '@sluice/assessment-contract'
import type { AssessmentApi } from '../assessment-api.ts'
import { ScanFailure, type ScanFigures } from '../engine.ts'
import type { HistoryRecord } from '../records/records.ts'
import { type Answer, busyResponse, describeEndpoint, invalidResponse, scanFailed } from '../wire/endpoint.ts'
import { requirePresent } from './answer-view.ts'

export const scanRoute = describeEndpoint('POST /v1/scans', {
  operationId: 'createScan',
  summary: 'Scan a project',
  description: 'Scans now, whatever was scanned before. The scan enters the history, also a failed one.',
  request: {
    body: {
      required: true,
      content: { 'application/json': { schema: scanRequestSchema } },
    },
  },
  responses: {
    200: { description: 'The scan completed.', content: { 'application/json': { schema: scanResultSchema } } },
    400: invalidResponse,
    429: busyResponse,
    500: scanFailed(
      `The scan failed, with no findings; the header \`${SCAN_FAILURE_HEADER}\` says why.`,
      z.union([scanResultSchema, internalErrorSchema]),
    ),
  },
})

/**
 * Scans a project. Each scan enters the history (specification, section 4, rule 1), a failed one with 0 findings and a
 * score of 0: its status says that neither means anything. What was refused before a scan began is in the audit trail
 * only.
 */
export function createScan(api: AssessmentApi): Answer<typeof scanRoute> {
  return async (context) => {
    const id = api.newId()
    const { signal } = context.req.raw
    const { project } = context.req.valid('json')
    const record = (path: string, outcome: Pick<HistoryRecord, 'findingCount' | 'score' | 'status' | 'figures'>) =>
      api.history.add({ id, path, ...outcome, timestamp: new Date(api.clock.nowMs()).toISOString() })
    try {
      const located = await api.locateProject(project)
      const { findingCount, systemScore, figures } = await api.assessments.use(
        located,
        { signal, fresh: true },
        async ({ summary }) => summary,
      )
      record(located.path, {
        findingCount,
        score: systemScore,
        status: 'completed',
        figures: withLeftOut(api, located.path, figures),
      })
      return context.json({ id, status: 'completed', findings: findingCount }, 200)
    } catch (error) {
      if (!(error instanceof ScanFailure)) throw error
      record(api.absolutePathOf(project), { findingCount: 0, score: 0, status: 'failed' })
      requirePresent(context, error)
      return context.json({ id, status: 'failed', findings: 0 }, 500, { [SCAN_FAILURE_HEADER]: error.reason })
    }
  }
}

/** What a sender has left out of an upload, no scan can know. */
function withLeftOut({ uploads }: AssessmentApi, path: string, figures: ScanFigures): ScanFigures {
  const leftOut = uploads.list().find((project) => project.path === path)?.upload.leftOut ?? 0
  return { ...figures, filesNotAssessed: figures.filesNotAssessed + leftOut }
}

export const scansRoute = describeEndpoint('GET /v1/scans', {
  operationId: 'listScans',
  summary: 'Scans under way',
  description:
    'Those that wait or run, whoever asked for them and in whichever way, with how far each is. One that has ended is in the history where ' +
    'it was asked for with `POST /v1/scans`. A scan ends where nobody waits for it any more.',
  responses: { 200: { description: 'The scans.', content: { 'application/json': { schema: scansSchema } } } },
})

export function listScans({ assessments }: AssessmentApi): Answer<typeof scansRoute> {
  return (context) =>
    context.json(
      assessments.underWay().map(({ path, state, askedAtMs, filesFound, filesRead, bytesRead, detections }) => ({
        ...{ path, state, askedAt: new Date(askedAtMs).toISOString() },
        ...{ filesFound, filesRead, bytesRead, findings: detections },
      })),
      200,
    )
}

export const historyRoute = describeEndpoint('GET /v1/history', {
  operationId: 'getHistory',
  summary: 'Scans that were asked for',
  responses: {
    200: {
      description:
        'The scans that were asked for with `POST /v1/scans`, completed or failed; the oldest leave. A failed one has 0 ' +
        'findings and a score of 0, which say nothing.',
      content: { 'application/json': { schema: historySchema } },
    },
  },
})

export function getHistory(api: AssessmentApi): Answer<typeof historyRoute> {
  return (context) => context.json(api.history.list(), 200)
}
