import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRecentRecords } from '../records/recent-records.ts'
import { checkAnswers } from './check-answers.ts'
import { createQuestionnaires } from './questionnaires.ts'
import { scoreAnswers } from './score-answers.ts'
import { readTemplate, type Template } from './template.ts'
import { TEMPLATES } from './templates.ts'

const [readiness] = TEMPLATES
if (readiness === undefined) throw new Error('there is no template')
const questions = readiness.sections.flatMap((section) => section.questions)

const option = (value: string, score: number | null) => ({ value, label: value, score })
const question = (id: string, weight: number, best = 2) => ({
  id,
  text: id,
  weight,
  guidance: '',
  options: [option('no', 0), option('half', best / 2), option('yes', best), option('na', null)],
})
const small = {
  id: 'small',
  version: '1',
  title: 'Small',
  description: '',
  levels: [
    { name: 'Low', atLeastPercent: 0 },
    { name: 'High', atLeastPercent: 50 },
  ],
  sources: {},
  sections: [
    {
      id: 'one',
      title: 'One',
      weight: 3,
      description: '',
      advice: { Low: 'begin', High: 'go on' },
      questions: [question('a', 1), question('b', 3, 10)],
    },
    {
      id: 'two',
      title: 'Two',
      weight: 1,
      description: '',
      advice: { Low: 'begin too', High: 'go on too' },
      questions: [question('c', 1)],
    },
  ],
} satisfies Template

const answersOf = (values: Readonly<Record<string, string>>) =>
  new Map(Object.entries(values).map(([id, value]) => [id, { value }]))

describe('the template on post-quantum readiness', () => {
  it('has at least 30 questions in the eight sections', () => {
    expect(readiness.sections.map(({ id }) => id)).toEqual([
      'inventory',
      'governance',
      'suppliers',
      'agility',
      'key-management',
      'data-lifetime',
      'migration',
      'training',
    ])
    expect(questions.length).toBeGreaterThanOrEqual(30)
  })

  it.each(questions)('$id has guidance, a weight, and options from nothing to all', ({ guidance, options, weight }) => {
    expect(guidance.length).toBeGreaterThan(20)
    expect(weight).toBeGreaterThan(0)
    const scores = options.flatMap(({ score }) => (score === null ? [] : [score]))
    expect(scores).toEqual([0, 1, 2, 3])
  })

  it('uses every source that it names, and names one for most questions', () => {
    const used = new Set(questions.flatMap(({ source }) => (source ? [source.id] : [])))
    expect([...used].toSorted()).toEqual(Object.keys(readiness.sources).toSorted())
    expect(questions.filter(({ source }) => source).length).toBeGreaterThan(questions.length * 0.8)
  })

  it.each([
    [0, 0, 'Unprepared'],
    [3, 100, 'Ready'],
  ])('gives %i points everywhere %i percent', (points, percent, level) => {
    const value = (one: (typeof questions)[number]) => one.options.find(({ score }) => score === points)?.value ?? ''
    const score = scoreAnswers(readiness, new Map(questions.map((one) => [one.id, { value: value(one) }])))
    expect(score).toMatchObject({ readinessPercent: percent, level, answeredCount: questions.length })
    for (const section of score.sections) expect(section.advice).not.toBe('')
  })
})

describe('scoreAnswers', () => {
  it.each<[string, Record<string, string>, number, number[], string]>([
    ['nothing', {}, 0, [0, 0], 'Low'],
    ['everything', { a: 'yes', b: 'yes', c: 'yes' }, 100, [100, 100], 'High'],
    // Section one: (1 x 1 + 3 x 0) / 4; the whole: (3 x 25 + 1 x 0) / 4.
    ['one question by its weight', { a: 'yes', b: 'no' }, 18.8, [25, 0], 'Low'],
    ['points as a part of the best option', { b: 'half' }, 28.1, [37.5, 0], 'Low'],
    ['what does not apply in neither direction', { a: 'na', b: 'yes' }, 75, [100, 0], 'High'],
    ['a section in which nothing applies not at all', { a: 'yes', b: 'yes', c: 'na' }, 100, [100, 100], 'High'],
    ['nothing that applies', { a: 'na', b: 'na', c: 'na' }, 0, [100, 100], 'Low'],
  ])('counts %s', (_name, answers, percent, sections, level) => {
    const score = scoreAnswers(small, answersOf(answers))
    expect(score).toMatchObject({ readinessPercent: percent, level, questionCount: 3 })
    expect(score.sections.map(({ readinessPercent }) => readinessPercent)).toEqual(sections)
  })

  it('takes the score of a value that the template does not have, and says so', () => {
    const given = [
      { questionId: 'a', value: 'in some plants', score: 0.5 },
      // The template's option scores as the template says.
      { questionId: 'b', value: 'no', score: 10 },
      { questionId: 'c', value: 'nearly', score: 2 },
    ]
    const score = scoreAnswers(small, checkAnswers(small, given))
    // Section one: (1 x 0.25 + 3 x 0) / 4; the whole: (3 x 6.3 + 1 x 100) / 4.
    expect(score).toMatchObject({ readinessPercent: 29.7, answeredCount: 3 })
    expect(score.sections.flatMap(({ questions: all }) => all)).toEqual([
      { questionId: 'a', value: 'in some plants', score: 0.5, maxScore: 2, scoreFrom: 'answer' },
      { questionId: 'b', value: 'no', score: 0, maxScore: 10, scoreFrom: 'template' },
      { questionId: 'c', value: 'nearly', score: 2, maxScore: 2, scoreFrom: 'answer' },
    ])
  })

  it('never leaves 0 to 100, whatever scores come with the answers', () => {
    const any = fc.record({ value: fc.string({ maxLength: 5 }), score: fc.option(fc.double(), { nil: undefined }) })
    fc.assert(
      fc.property(fc.tuple(any, any, any), (all) => {
        const given = all.map((one, index) => ({ questionId: ['a', 'b', 'c'][index] ?? '', ...one }))
        try {
          const { readinessPercent } = scoreAnswers(small, checkAnswers(small, given))
          expect(readinessPercent).toBeGreaterThanOrEqual(0)
          expect(readinessPercent).toBeLessThanOrEqual(100)
        } catch (error) {
          expect(error).toMatchObject({ code: 'invalid_request' })
        }
      }),
    )
  })

  it('advises by the level of each section', () => {
    const score = scoreAnswers(small, answersOf({ a: 'yes', b: 'yes' }))
    expect(score.sections.map(({ advice }) => advice)).toEqual(['go on', 'begin too'])
  })

  it('stays between 0 and 100 and never falls with a better answer', () => {
    const anyAnswers = fc.tuple(...questions.map(({ options }) => fc.constantFrom(undefined, ...options)))
    fc.assert(
      fc.property(anyAnswers, fc.nat(questions.length - 1), (chosen, at) => {
        const answers = new Map(
          questions.flatMap(({ id }, index) => (chosen[index] ? [[id, { value: chosen[index].value }]] : [])),
        )
        const before = scoreAnswers(readiness, answers).readinessPercent
        expect(before).toBeGreaterThanOrEqual(0)
        expect(before).toBeLessThanOrEqual(100)
        const best = questions[at]!.options.find(({ score }) => score === 3)!
        // From "does not apply" to the best answer may lower a mean that is no lower than it.
        const after = scoreAnswers(
          readiness,
          new Map([...answers, [questions[at]!.id, { value: best.value }]]),
        ).readinessPercent
        expect(after).toBeGreaterThanOrEqual(before)
      }),
      { numRuns: 200 },
    )
  })
})

describe('checkAnswers', () => {
  it.each([
    ['an unknown question', [{ questionId: 'x', value: 'yes' }], 'body.answers.0.questionId', 'question x: is not in'],
    ['an unknown option', [{ questionId: 'a', value: 'maybe' }], 'body.answers.0.value', 'question a: must be one of'],
    [
      'a score above the best option',
      [{ questionId: 'a', value: 'maybe', score: 2.1 }],
      'body.answers.0.score',
      'question a: must lie between 0 and 2',
    ],
    ['a score below 0', [{ questionId: 'a', value: 'maybe', score: -1 }], 'body.answers.0.score', 'must lie between'],
    [
      'a question answered twice',
      [
        { questionId: 'a', value: 'yes' },
        { questionId: 'a', value: 'no' },
      ],
      'body.answers.1.questionId',
      'question a: is answered twice',
    ],
  ])('refuses %s and names it', (_name, answers, path, message) => {
    expect(() => checkAnswers(small, answers)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        issues: [{ path, message: expect.stringContaining(message) }],
      }),
    )
  })

  it('names every question at fault, up to a bound', () => {
    const answers = Array.from({ length: 100 }, (_, index) => ({ questionId: `x${index}`, value: 'yes' }))
    expect(() => checkAnswers(small, answers)).toThrow(
      expect.objectContaining({ issues: expect.objectContaining({ length: 20 }) }),
    )
  })
})

describe('readTemplate', () => {
  const change = (edit: (template: Template) => void) => {
    const copy = structuredClone(small)
    edit(copy)
    return () => readTemplate(copy)
  }

  it.each<[string, (template: Template) => void, string]>([
    ['a question twice', (t) => (t.sections[1]!.questions[0]!.id = 'a'), 'the question a stands twice'],
    ['a section twice', (t) => (t.sections[1]!.id = 'one'), 'the section one stands twice'],
    ['an option twice', (t) => (t.sections[0]!.questions[0]!.options[1]!.value = 'no'), 'a has an option twice'],
    ['an unknown source', (t) => (t.sections[0]!.questions[0]!.source = { id: 'x' }), 'a names a source'],
    ['no advice on a level', (t) => (t.sections[0]!.advice = { Low: 'x' }), 'one advises not on High'],
    ['levels that do not rise', (t) => (t.levels[1]!.atLeastPercent = 0), 'the levels must rise'],
    ['no level for nothing', (t) => (t.levels[0]!.atLeastPercent = 1), 'must begin at 0'],
    [
      'a question that nobody can score in',
      (t) => (t.sections[0]!.questions[0]!.options = [option('x', 0), option('y', null)]),
      'a has no option that scores',
    ],
  ])('refuses %s', (_name, edit, message) => {
    expect(change(edit)).toThrow(message)
  })
})

describe('the responses', () => {
  const submit = (answers: { questionId: string; value: string }[], templateId = 'small') => {
    const questionnaires = createQuestionnaires([small], createRecentRecords({ maxRecords: 2 }))
    const of = (id: string) => ({
      id,
      submittedAt: '2026-07-01T00:00:00.000Z',
      submittedBy: 'Security Admin',
      templateId,
      answers,
    })
    return { questionnaires, submit: (id: string) => questionnaires.submit(of(id)) }
  }

  it('are kept with their score, the latest first, up to a bound', () => {
    const { questionnaires, submit: send } = submit([{ questionId: 'a', value: 'yes' }])
    for (const id of ['1', '2', '3']) send(id)
    expect(questionnaires.responses().map(({ id }) => id)).toEqual(['3', '2'])
    expect(questionnaires.response('3').score.readinessPercent).toBe(18.8)
    expect(() => questionnaires.response('1')).toThrow(expect.objectContaining({ code: 'not_found' }))
  })

  it('are refused for a template that is not there', () => {
    expect(() => submit([], 'other').submit('1')).toThrow(expect.objectContaining({ code: 'not_found' }))
  })
})
