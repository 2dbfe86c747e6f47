import { z } from '@hono/zod-openapi'
import { reportQuerySchema, reportRequestSchema } from '@sluice/assessment-contract'
import type { AssessmentApi } from '../assessment-api.ts'
import type { AssessmentSummary, ReportNames } from '../engine.ts'
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
  request: { query: reportQuerySchema },
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
    const { project, format, ...named } = context.req.valid('query')
    const contentType = format === 'html' ? 'text/html; charset=utf-8' : 'text/markdown; charset=utf-8'
    const headers = { ...REPORT_HEADERS, 'content-type': contentType }
    return answerView(context, api, project, { kind: 'report', format, names: namesOf(named) }, headers)
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

type RequestedNames = Partial<Omit<z.output<typeof reportRequestSchema>, 'project'>>

export function renderReport(api: AssessmentApi): Answer<typeof renderReportRoute> {
  return (context) => {
    const { project, ...named } = context.req.valid('json')
    const headers = ({ reportFileName }: AssessmentSummary) => ({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${reportFileName}"`,
      'x-content-type-options': 'nosniff',
    })
    return answerView(context, api, project, { kind: 'report', format: 'pdf', names: namesOf(named) }, headers)
  }
}

/** The request's names as the engine takes them: `project` is a path in the one, and a name in the other. */
function namesOf({ name, organization, ...others }: RequestedNames): ReportNames {
  return {
    ...others,
    ...(name === undefined ? {} : { project: name }),
    // An empty one asks for the configured one.
    ...(organization === undefined || organization.trim() === '' ? {} : { organization: organization.trim() }),
  }
}
