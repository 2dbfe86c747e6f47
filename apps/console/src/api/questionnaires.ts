import type { AssessmentRecords } from '@sluice/api-clients/assessment'
import { queryOptions } from '@tanstack/react-query'
import { assessedDataOf, assessment } from './assessment-call.ts'

export type Template = AssessmentRecords['QuestionnaireTemplate']
export type Question = AssessmentRecords['Question']
export type SavedAnswers = AssessmentRecords['QuestionnaireResponse']
export type SavedSummary = AssessmentRecords['ResponseSummary']

/** The questionnaires that there are. */
export const templatesQuery = queryOptions({
  queryKey: ['assessment', 'templates'],
  queryFn: async ({ signal }) => await assessedDataOf(assessment.GET('/v1/questionnaire/templates', { signal })),
})

/** A questionnaire with its questions. */
export function templateQuery(id: string) {
  return queryOptions({
    queryKey: ['assessment', 'template', id],
    queryFn: async ({ signal }) =>
      await assessedDataOf(assessment.GET('/v1/questionnaire/templates/{id}', { params: { path: { id } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The answers that are saved, the latest first. */
export const savedAnswersQuery = queryOptions({
  queryKey: ['assessment', 'answers'],
  queryFn: async ({ signal }) => await assessedDataOf(assessment.GET('/v1/questionnaire/responses', { signal })),
})

/** Saved answers with their score in detail. They never change. */
export function savedAnswerQuery(id: string) {
  return queryOptions({
    queryKey: ['assessment', 'answers', id],
    queryFn: async ({ signal }) =>
      await assessedDataOf(assessment.GET('/v1/questionnaire/responses/{id}', { params: { path: { id } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Saves answers, by question; they are scored. */
export async function saveAnswers(templateId: string, answers: ReadonlyMap<string, string>): Promise<SavedAnswers> {
  const body = { templateId, answers: [...answers].map(([questionId, value]) => ({ questionId, value })) }
  return await assessedDataOf(assessment.POST('/v1/questionnaire/submit', { body }))
}
