import { maxScoreOf, type Question, type Section, type Template } from './template.ts'

export interface Answer {
  /** One of the question's options, or a value of the sender's own. */
  readonly value: string
  /** On the question's scale; counts only for a value of the sender's own. */
  readonly score?: number | undefined
}

/** By question, checked: the question exists, and the answer has one of its options or a score on its scale. */
export type Answers = ReadonlyMap<string, Answer>

interface AnsweredQuestion {
  readonly questionId: string
  readonly value: string | null
  /** Null where the question does not apply, 0 where it was left open. */
  readonly score: number | null
  readonly maxScore: number
  /** `answer` where the sender scored a value of its own: nobody has checked that score. */
  readonly scoreFrom: 'template' | 'answer'
}

interface SectionScore {
  readonly sectionId: string
  readonly title: string
  readonly readinessPercent: number
  readonly level: string
  readonly advice: string
  readonly answeredCount: number
  readonly questionCount: number
  readonly questions: readonly AnsweredQuestion[]
}

export interface ReadinessScore {
  /** 0 to 100, with one decimal. */
  readonly readinessPercent: number
  readonly level: string
  readonly answeredCount: number
  readonly questionCount: number
  readonly sections: readonly SectionScore[]
}

/**
 * Scores the answers to a template.
 *
 * A section's percentage is the mean of its questions' scores, each as a part of its best option's, weighted; the
 * template's is the mean of its sections', weighted. An open question counts as 0, because what nobody knows is not
 * done. One that does not apply counts neither way, and a section in which nothing applies is left out of the whole.
 */
export function scoreAnswers(template: Template, answers: Answers): ReadinessScore {
  const sections = template.sections.map((section) => scoreSection(template, section, answers))
  const counted = sections.filter(({ applies }) => applies)
  const readinessPercent = percent(
    counted.map(({ score, weight }) => ({ share: score.readinessPercent / 100, weight })),
  )
  return {
    readinessPercent,
    level: levelOf(template, readinessPercent),
    answeredCount: answers.size,
    questionCount: template.sections.reduce((count, { questions }) => count + questions.length, 0),
    sections: sections.map(({ score }) => score),
  }
}

function scoreSection(template: Template, section: Section, answers: Answers) {
  const questions = section.questions.map((question) => scoreQuestion(question, answers.get(question.id)))
  const counted = section.questions.flatMap(({ weight }, index) => {
    const { score, maxScore } = questions[index] ?? { score: null, maxScore: 1 }
    return score === null ? [] : [{ share: score / maxScore, weight }]
  })
  // Where nothing applies there is nothing left to do.
  const readinessPercent = counted.length === 0 ? 100 : percent(counted)
  const level = levelOf(template, readinessPercent)
  const score: SectionScore = {
    sectionId: section.id,
    title: section.title,
    readinessPercent,
    level,
    advice: section.advice[level] ?? '',
    answeredCount: questions.filter(({ value }) => value !== null).length,
    questionCount: questions.length,
    questions,
  }
  return { score, weight: section.weight, applies: counted.length > 0 }
}

function scoreQuestion(question: Question, answer: Answer | undefined): AnsweredQuestion {
  const maxScore = maxScoreOf(question)
  const option = question.options.find((one) => one.value === answer?.value)
  const isOwn = option === undefined && answer?.score !== undefined
  return {
    questionId: question.id,
    value: option?.value ?? (isOwn ? answer.value : null),
    score: option === undefined ? (answer?.score ?? 0) : option.score,
    maxScore,
    scoreFrom: isOwn ? 'answer' : 'template',
  }
}

/** The weighted mean in percent, with one decimal; 0 of nothing. */
function percent(parts: readonly { readonly share: number; readonly weight: number }[]): number {
  const weight = parts.reduce((sum, part) => sum + part.weight, 0)
  const sum = parts.reduce((total, part) => total + part.share * part.weight, 0)
  return weight === 0 ? 0 : Math.round((sum / weight) * 1_000) / 10
}

function levelOf({ levels }: Template, readinessPercent: number): string {
  return levels.findLast(({ atLeastPercent }) => readinessPercent >= atLeastPercent)?.name ?? ''
}
