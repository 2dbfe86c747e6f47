import type { SavedAnswers, Template } from '../../api/questionnaires.ts'
import { z } from '../../api/zod.ts'

type Answers = ReadonlyMap<string, string>

const draftShape = z.record(z.string(), z.string())

/** The answers of a draft that was kept; undefined where there is none that can be read. */
export function readDraft(text: string): Answers | undefined {
  if (text === '') return undefined
  try {
    const draft = draftShape.safeParse(JSON.parse(text))
    return draft.success ? new Map(Object.entries(draft.data)) : undefined
  } catch {
    return undefined
  }
}

export function writeDraft(answers: Answers): string {
  return JSON.stringify(Object.fromEntries(answers))
}

/** The answers that were saved; of a question that was left open there is none. */
export function answersOf({ score: { sections } }: SavedAnswers): Answers {
  return new Map(
    sections.flatMap(({ questions }) =>
      questions.flatMap(({ questionId, value }): [string, string][] => (value === null ? [] : [[questionId, value]])),
    ),
  )
}

/** Only the answers that the questionnaire takes: it may have changed since a draft was written. */
export function fitting({ sections }: Template, answers: Answers): Answers {
  const questions = new Map(sections.flatMap((section) => section.questions).map((question) => [question.id, question]))
  return new Map(
    [...answers].filter(([id, value]) => questions.get(id)?.options.some((option) => option.value === value) ?? false),
  )
}
