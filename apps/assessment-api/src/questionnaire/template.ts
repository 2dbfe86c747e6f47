import { templateSchema } from '@sluice/assessment-contract'
import type { z } from 'zod'

/** Templates are data files under `templates/`; they are checked when the service starts. */
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
