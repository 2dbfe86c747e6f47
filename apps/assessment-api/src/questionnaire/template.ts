import { z } from '@hono/zod-openapi'

/*
 * The form of a questionnaire. Templates are data files under `templates/`; they are checked when the service starts.
 */

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
  .openapi('Question')

const section = z
  .object({
    id,
    title: z.string(),
    weight: weight.describe('Within the template.'),
    description: z.string(),
    advice: z.record(z.string(), z.string()).describe('By level.'),
    questions: z.array(question).min(1).max(100),
  })
  .openapi('Section')

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
  .openapi('QuestionnaireTemplate')

export type Template = z.output<typeof templateSchema>
export type Section = Template['sections'][number]
export type Question = Section['questions'][number]

/** Reads a template's data. Throws for one that does not hold together; the message names what is wrong. */
export function readTemplate(data: unknown): Template {
  const template = templateSchema.parse(data)
  const faults = faultsOf(template)
  if (faults.length > 0) throw new Error(`questionnaire ${template.id}: ${faults.join('; ')}`)
  return template
}

function faultsOf({ sections, levels, sources }: Template): string[] {
  const questions = sections.flatMap((section) => section.questions)
  return [
    ...doubles(sections.map((section) => section.id)).map((name) => `the section ${name} stands twice`),
    ...doubles(questions.map((one) => one.id)).map((name) => `the question ${name} stands twice`),
    ...questions
      .filter(({ options }) => doubles(options.map(({ value }) => value)).length > 0)
      .map((one) => `${one.id} has an option twice`),
    ...questions.filter((one) => maxScoreOf(one) === 0).map((one) => `${one.id} has no option that scores`),
    ...questions
      .filter(({ source }) => source !== undefined && !Object.hasOwn(sources, source.id))
      .map((one) => `${one.id} names a source that is not there`),
    ...sections.flatMap(({ id: name, advice }) =>
      levels
        .filter((level) => !Object.hasOwn(advice, level.name))
        .map((level) => `${name} advises not on ${level.name}`),
    ),
    ...(levels[0]?.atLeastPercent === 0 ? [] : ['the lowest level must begin at 0 percent']),
    ...(levels.some((level, index) => level.atLeastPercent <= (levels[index - 1]?.atLeastPercent ?? -1))
      ? ['the levels must rise']
      : []),
  ]
}

function doubles(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index)
}

/** The score of the question's best option. */
export function maxScoreOf({ options }: Question): number {
  return Math.max(0, ...options.map(({ score }) => score ?? 0))
}
