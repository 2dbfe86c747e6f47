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
          value: z.string().max(128).describe('One of the question’s options, or a value of your own with its score.'),
          score: z
            .number()
            .optional()
            .describe(
              'From 0 to the best of the question’s options. Counts for a value that the template does not have.',
            ),
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
  scoreFrom: z.enum(['template', 'answer']).describe('`answer`: the score that came with a value of its own.'),
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
