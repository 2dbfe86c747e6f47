import { InvalidRequestError, type RequestIssue } from '@sluice/service-kit'
import type { Answers } from './score-answers.ts'
import type { Template } from './template.ts'

export interface GivenAnswer {
  readonly questionId: string
  readonly value: string
}

/** Faults that one refusal names at most. */
const MAX_FAULTS = 20

/** Checks the answers against the template. Throws an `InvalidRequestError` that names each question at fault. */
export function checkAnswers(template: Template, given: readonly GivenAnswer[]): Answers {
  const questions = new Map(template.sections.flatMap((section) => section.questions).map((one) => [one.id, one]))
  const answers = new Map<string, string>()
  const faults: RequestIssue[] = []
  for (const [index, { questionId, value }] of given.entries()) {
    const fault = (member: string, message: string) =>
      faults.push({ path: `body.answers.${index}.${member}`, message: `question ${questionId}: ${message}` })
    const question = questions.get(questionId)
    if (question === undefined) fault('questionId', 'is not in this template')
    else if (answers.has(questionId)) fault('questionId', 'is answered twice')
    else if (!question.options.some((option) => option.value === value)) {
      fault('value', `must be one of ${question.options.map((option) => option.value).join(', ')}`)
    }
    answers.set(questionId, value)
    if (faults.length === MAX_FAULTS) break
  }
  if (faults.length > 0) throw new InvalidRequestError(faults)
  return answers
}
