import { z } from '@hono/zod-openapi'

const count = z.int().min(0)
const percent = z.number().min(0).max(100)
const scoreSummary = { readinessPercent: percent, level: z.string(), answeredCount: count, questionCount: count }

const responseMembers = {
  id: z.string(),
  templateId: z.string(),
  templateVersion: z.string(),
  submittedAt: z.iso.datetime(),
  submittedBy: z.string().describe('The claim `unique_name` of the token.'),
}

export const templateListSchema = z
  .array(
    z
      .object({
        id: z.string(),
        version: z.string(),
        title: z.string(),
        description: z.string(),
        sectionCount: count,
        questionCount: count,
      })
      .openapi('TemplateSummary'),
  )
  .describe('Every template.')

/** More answers than any template has questions are not looked at. */
const MAX_ANSWERS = 1_000

export const submissionSchema = z
  .object({
    templateId: z.string().max(128),
    answers: z
      .array(
        z.object({
          questionId: z.string().max(128),
          value: z.string().max(128).describe('The value of one of the question’s options.'),
          score: z.number().optional().describe('Accepted; the score is that of the option.'),
        }),
      )
      .max(MAX_ANSWERS),
  })
  .openapi('Submission')

export const responseListSchema = z
  .array(z.object({ ...responseMembers, score: z.object(scoreSummary) }).openapi('ResponseSummary'))
  .describe('The latest first.')

const answeredQuestion = z.object({
  questionId: z.string(),
  value: z.string().nullable().describe('null: left open.'),
  score: z.number().nullable().describe('null: does not apply.'),
  maxScore: z.number(),
})

export const responseSchema = z
  .object({
    ...responseMembers,
    score: z.object({
      ...scoreSummary,
      sections: z.array(
        z
          .object({
            sectionId: z.string(),
            title: z.string(),
            ...scoreSummary,
            advice: z.string(),
            questions: z.array(answeredQuestion),
          })
          .openapi('SectionScore'),
      ),
    }),
  })
  .openapi('QuestionnaireResponse')
