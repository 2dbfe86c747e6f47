import { z } from '@hono/zod-openapi'
import {
  findingsSchema,
  planSchema,
  projectSchema,
  sarifSchema,
  scoreSchema,
  verdictSchema,
} from '@sluice/assessment-contract'
import type { AssessmentApi } from '../assessment-api.ts'
import { type Answer, describeEndpoint, scanResponses } from '../wire/endpoint.ts'
import { answerView } from './answer-view.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const SARIF_TYPE = 'application/sarif+json'

const byProject = { query: z.object({ project: projectSchema }) }

const documented = (description: string, schema: z.ZodType) => ({
  200: { description, content: { 'application/json': { schema } } },
  ...scanResponses,
})

export const findingsRoute = describeEndpoint('GET /v1/findings', {
  operationId: 'getFindings',
  summary: 'Findings',
  request: { query: z.object({ project: projectSchema, format: z.enum(['json', 'sarif']).optional() }) },
  responses: {
    200: {
      description: 'Every finding of a project, with the number of each risk; with `format=sarif` as SARIF 2.1.0.',
      content: {
        'application/json': { schema: findingsSchema },
        [SARIF_TYPE]: { schema: sarifSchema },
      },
    },
    ...scanResponses,
  },
})

export function getFindings(api: AssessmentApi): Answer<typeof findingsRoute> {
  return (context) => {
    const { project, format } = context.req.valid('query')
    return format === 'sarif'
      ? answerView(context, api, project, { kind: 'sarif' }, { 'content-type': SARIF_TYPE })
      : answerView(context, api, project, { kind: 'findings' }, JSON_TYPE)
  }
}

export const scoresRoute = describeEndpoint('GET /v1/scores', {
  operationId: 'getScores',
  summary: 'Risk score',
  request: byProject,
  responses: documented('The score of a project.', scoreSchema),
})

export function getScores(api: AssessmentApi): Answer<typeof scoresRoute> {
  return (context) => answerView(context, api, context.req.valid('query').project, { kind: 'score' }, JSON_TYPE)
}

export const verdictRoute = describeEndpoint('GET /v1/cnsa-verdict', {
  operationId: 'getCnsaVerdict',
  summary: 'CNSA 2.0 verdict',
  request: byProject,
  responses: documented('How a project stands against CNSA 2.0.', verdictSchema),
})

export function getVerdict(api: AssessmentApi): Answer<typeof verdictRoute> {
  return (context) => answerView(context, api, context.req.valid('query').project, { kind: 'verdict' }, JSON_TYPE)
}

export const planRoute = describeEndpoint('GET /v1/plan', {
  operationId: 'getPlan',
  summary: 'Migration plan',
  request: byProject,
  responses: documented('What to replace, by what, in which order.', planSchema),
})

export function getPlan(api: AssessmentApi): Answer<typeof planRoute> {
  return (context) => answerView(context, api, context.req.valid('query').project, { kind: 'plan' }, JSON_TYPE)
}
