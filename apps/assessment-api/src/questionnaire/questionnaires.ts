import { SluiceError } from '@sluice/contracts'
import type { RecentRecords } from '../records/recent-records.ts'
import { checkAnswers, type GivenAnswer } from './check-answers.ts'
import { type ReadinessScore, scoreAnswers } from './score-answers.ts'
import type { Template } from './template.ts'

export interface QuestionnaireResponse {
  readonly id: string
  readonly templateId: string
  readonly templateVersion: string
  /** ISO 8601, UTC. */
  readonly submittedAt: string
  /** The claim `unique_name`. */
  readonly submittedBy: string
  readonly score: ReadinessScore
}

interface Submission {
  readonly id: string
  readonly submittedAt: string
  readonly submittedBy: string
  readonly templateId: string
  readonly answers: readonly GivenAnswer[]
}

/** The questionnaires that there are, and the responses to them. */
export interface Questionnaires {
  readonly templates: readonly Template[]
  /** Throws `not_found`. */
  template(id: string): Template
  /** Scores and keeps a submission. Throws `not_found` for the template and `invalid_request` for an answer. */
  submit(submission: Submission): QuestionnaireResponse
  /** The latest first. */
  responses(): QuestionnaireResponse[]
  /** Throws `not_found`. */
  response(id: string): QuestionnaireResponse
}

export function createQuestionnaires(
  templates: readonly Template[],
  responses: RecentRecords<QuestionnaireResponse>,
): Questionnaires {
  function template(id: string): Template {
    return present(
      templates.find((one) => one.id === id),
      'There is no such template.',
    )
  }
  return {
    templates,
    template,
    submit({ id, submittedAt, submittedBy, templateId, answers }) {
      const found = template(templateId)
      const score = scoreAnswers(found, checkAnswers(found, answers))
      const response = { id, templateId, templateVersion: found.version, submittedAt, submittedBy, score }
      responses.add(response)
      return response
    },
    responses: () => responses.list(),
    response: (id) =>
      present(
        responses.find((one) => one.id === id),
        'There is no such response; only the latest are kept.',
      ),
  }
}

function present<Item>(found: Item | undefined, message: string): Item {
  if (found === undefined) throw new SluiceError({ code: 'not_found', message })
  return found
}
