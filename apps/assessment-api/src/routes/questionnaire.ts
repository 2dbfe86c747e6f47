import { z } from '@hono/zod-openapi'
import {
  responseListSchema,
  responseSchema,
  submissionSchema,
  templateListSchema,
  templateSchema,
} from '@sluice/assessment-contract'
import type { AssessmentApi } from '../assessment-api.ts'
import { callerOf } from '../middleware/identify.ts'
import type { QuestionnaireResponse } from '../questionnaire/questionnaires.ts'
import { type Answer, describeEndpoint, invalidResponse, notFoundResponse } from '../wire/endpoint.ts'

const json = (description: string, schema: z.ZodType) => ({
  200: { description, content: { 'application/json': { schema } } },
})

const byId = { params: z.object({ id: z.string().max(128) }) }

export const templatesRoute = describeEndpoint('GET /v1/questionnaire/templates', {
  operationId: 'listTemplates',
  summary: 'Questionnaires',
  responses: json('The questionnaires that there are, without their questions.', templateListSchema),
})

export function listTemplates({ questionnaires }: AssessmentApi): Answer<typeof templatesRoute> {
  const list = questionnaires.templates.map(({ id, version, title, description, sections }) => ({
    id,
    version,
    title,
    description,
    sectionCount: sections.length,
    questionCount: sections.reduce((count, { questions }) => count + questions.length, 0),
  }))
  return (context) => context.json(list, 200)
}

export const templateRoute = describeEndpoint('GET /v1/questionnaire/templates/{id}', {
  operationId: 'getTemplate',
  summary: 'A questionnaire',
  request: byId,
  responses: { ...json('The questionnaire with its questions.', templateSchema), 404: notFoundResponse },
})

export function getTemplate({ questionnaires }: AssessmentApi): Answer<typeof templateRoute> {
  return (context) => context.json(questionnaires.template(context.req.valid('param').id), 200)
}

export const submitRoute = describeEndpoint('POST /v1/questionnaire/submit', {
  operationId: 'submitAnswers',
  summary: 'Answer a questionnaire',
  description:
    'A question may be left open and then counts as not done. An answer has a value of the template, whose score counts, ' +
    'or one of its own with a score from 0 to the best of the question; the response says which (`scoreFrom`).',
  request: { body: { required: true, content: { 'application/json': { schema: submissionSchema } } } },
  responses: {
    ...json('The response with its score.', responseSchema),
    400: { ...invalidResponse, description: 'The submission is not valid; `details` names each question at fault.' },
    404: notFoundResponse,
  },
})

export function submitAnswers({ questionnaires, identify, newId, clock }: AssessmentApi): Answer<typeof submitRoute> {
  return async (context) => {
    const { templateId, answers } = context.req.valid('json')
    const { name } = callerOf(await identify(context.req.raw))
    const submittedAt = new Date(clock.nowMs()).toISOString()
    return context.json(
      questionnaires.submit({ id: newId(), submittedAt, submittedBy: name, templateId, answers }),
      200,
    )
  }
}

export const responsesRoute = describeEndpoint('GET /v1/questionnaire/responses', {
  operationId: 'listResponses',
  summary: 'Responses to questionnaires',
  responses: json('The responses with their scores; the oldest leave.', responseListSchema),
})

export function listResponses({ questionnaires }: AssessmentApi): Answer<typeof responsesRoute> {
  return (context) => context.json(questionnaires.responses().map(withoutDetail), 200)
}

export const responseRoute = describeEndpoint('GET /v1/questionnaire/responses/{id}', {
  operationId: 'getResponse',
  summary: 'A response to a questionnaire',
  request: byId,
  responses: { ...json('The response with its score in detail.', responseSchema), 404: notFoundResponse },
})

export function getResponse({ questionnaires }: AssessmentApi): Answer<typeof responseRoute> {
  return (context) => context.json(questionnaires.response(context.req.valid('param').id), 200)
}

function withoutDetail({ score: { sections: _, ...score }, ...response }: QuestionnaireResponse) {
  return { ...response, score }
}
