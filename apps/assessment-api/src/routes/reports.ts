import { z } from '@hono/zod-openapi'
import { projectSchema, reportRequestSchema } from '@sluice/assessment-contract'
import type { AssessmentApi } from '../assessment-api.ts'
import type { AssessmentSummary } from '../engine.ts'
import { type Answer, describeEndpoint, scanResponses } from '../wire/endpoint.ts'
import { answerView } from './answer-view.ts'

/**
 * A report loads nothing and runs nothing: its style and its charts stand in it. A browser holds it to that, whatever a
 * project's file names may try.
 */
const REPORT_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  'x-content-type-options': 'nosniff',
}

export const reportRoute = describeEndpoint('GET /v1/reports', {
  operationId: 'getReport',
  summary: 'Report',
  request: { query: z.object({ project: projectSchema, format: z.enum(['html', 'md']).default('html') }) },
  responses: {
    200: {
      description: 'The report, as one HTML file with its style in it or as Markdown.',
      content: {
        'text/html': { schema: z.string() },
        'text/markdown': { schema: z.string() },
      },
    },
    ...scanResponses,
  },
})

export function getReport(api: AssessmentApi): Answer<typeof reportRoute> {
  return (context) => {
    const { project, format } = context.req.valid('query')
    const contentType = format === 'html' ? 'text/html; charset=utf-8' : 'text/markdown; charset=utf-8'
    const headers = { ...REPORT_HEADERS, 'content-type': contentType }
    return answerView(context, api, project, { kind: 'report', format }, headers)
  }
}

export const renderReportRoute = describeEndpoint('POST /v1/reports/render', {
  operationId: 'renderReport',
  summary: 'Report as PDF',
  request: {
    body: { required: true, content: { 'application/json': { schema: reportRequestSchema } } },
  },
  responses: {
    200: {
      description: 'The report, as a file to download.',
      headers: z.object({ 'content-disposition': z.string().describe('`attachment; filename="report-{date}.pdf"`') }),
      content: { 'application/pdf': { schema: z.string().openapi({ format: 'binary' }) } },
    },
    ...scanResponses,
  },
})

export function renderReport(api: AssessmentApi): Answer<typeof renderReportRoute> {
  return (context) => {
    const { project, organization } = context.req.valid('json')
    const headers = ({ reportFileName }: AssessmentSummary) => ({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${reportFileName}"`,
      'x-content-type-options': 'nosniff',
    })
    const named = organization?.trim() ?? ''
    const view = { kind: 'report', format: 'pdf', ...(named === '' ? {} : { organization: named }) } as const
    return answerView(context, api, project, view, headers)
  }
}
