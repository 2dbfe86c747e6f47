import { z } from 'zod'

const id = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/)
const weight = z.int().min(1).max(10)

const option = z.object({
  value: id.describe('What an answer holds.'),
  label: z.string(),
  score: z.int().min(0).max(10).nullable().describe('null: the question does not apply, and does not count.'),
})

const question = z
  .object({
    id,
    text: z.string(),
    weight: weight.describe('Within its section.'),
    guidance: z.string(),
    source: z
      .object({ id: z.string().describe('One of the template’s sources.'), place: z.string().optional() })
      .optional(),
    options: z.array(option).min(2).max(10),
  })
  .meta({ id: 'Question' })

const section = z
  .object({
    id,
    title: z.string(),
    weight: weight.describe('Within the template.'),
    description: z.string(),
    advice: z.record(z.string(), z.string()).describe('By level.'),
    questions: z.array(question).min(1).max(100),
  })
  .meta({ id: 'Section' })

export const templateSchema = z
  .object({
    id,
    version: z.string(),
    title: z.string(),
    description: z.string(),
    levels: z
      .array(z.object({ name: z.string(), atLeastPercent: z.number().min(0).max(100) }))
      .min(1)
      .describe('From the lowest.'),
    sources: z.record(z.string(), z.object({ publisher: z.string(), title: z.string(), url: z.url() })),
    sections: z.array(section).min(1).max(50),
  })
  .meta({ id: 'QuestionnaireTemplate' })

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
      .meta({ id: 'TemplateSummary' }),
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
  .meta({ id: 'Submission' })

export const responseListSchema = z
  .array(z.object({ ...responseMembers, score: z.object(scoreSummary) }).meta({ id: 'ResponseSummary' }))
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
          .meta({ id: 'SectionScore' }),
      ),
    }),
  })
  .meta({ id: 'QuestionnaireResponse' })
