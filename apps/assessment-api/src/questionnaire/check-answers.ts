import { InvalidRequestError, type RequestIssue } from '@sluice/service-kit'
import type { Answer, Answers } from './score-answers.ts'
import { maxScoreOf, type Question, type Template } from './template.ts'

export interface GivenAnswer extends Answer {
  readonly questionId: string
}

/** Faults that one refusal names at most. */
const MAX_FAULTS = 20

/** Checks the answers against the template. Throws an `InvalidRequestError` that names each question at fault. */
export function checkAnswers(template: Template, given: readonly GivenAnswer[]): Answers {
  const questions = new Map(template.sections.flatMap((section) => section.questions).map((one) => [one.id, one]))
  const answers = new Map<string, Answer>()
  const faults: RequestIssue[] = []
  for (const [index, { questionId, ...answer }] of given.entries()) {
    const fault = (member: string, message: string) =>
      faults.push({ path: `body.answers.${index}.${member}`, message: `question ${questionId}: ${message}` })
    const question = questions.get(questionId)
    if (question === undefined) fault('questionId', 'is not in this template')
    else if (answers.has(questionId)) fault('questionId', 'is answered twice')
    else checkAnswer(question, answer, fault)
    answers.set(questionId, answer)
    if (faults.length === MAX_FAULTS) break
  }
  if (faults.length > 0) throw new InvalidRequestError(faults)
  return answers
}

/** A sender scores a value of its own, on the scale of the question; the score of an option is the template's. */
function checkAnswer(question: Question, { value, score }: Answer, fault: (member: string, message: string) => void) {
  if (question.options.some((option) => option.value === value)) return
  const best = maxScoreOf(question)
  if (score === undefined) {
    const values = question.options.map((option) => option.value).join(', ')
    fault('value', `must be one of ${values}, or come with a score from 0 to ${best}`)
  } else if (!(score >= 0 && score <= best)) fault('score', `must lie between 0 and ${best}`)
}
