import { expect, it } from 'vitest'
import type { SavedAnswers, Template } from '../../api/questionnaires.ts'
import { answersOf, fitting, readDraft, writeDraft } from './answers-of.ts'

it('keeps a draft as it was', () => {
  const answers = new Map([['owner', 'yes']])
  expect(readDraft(writeDraft(answers))).toEqual(answers)
})

it.each(['', 'no JSON', '[]', '{"owner":1}', 'null'])('takes %j for no draft', (text) => {
  expect(readDraft(text)).toBeUndefined()
})

const scored = { readinessPercent: 0, level: 'Unprepared', answeredCount: 1, questionCount: 2 }

it('reads the answers that were saved, without those that were left open', () => {
  const question = { score: 0, maxScore: 1, scoreFrom: 'template' } as const
  const questions = [
    { ...question, questionId: 'owner', value: 'yes' },
    { ...question, questionId: 'plan', value: null },
  ]
  const saved: SavedAnswers = {
    ...{ id: '1', templateId: 't', templateVersion: '1', submittedAt: '', submittedBy: 'Auditor' },
    score: { ...scored, sections: [{ ...scored, sectionId: 's', title: 'S', advice: '', questions }] },
  }
  expect(answersOf(saved)).toEqual(new Map([['owner', 'yes']]))
})

it('leaves out what the questionnaire does not take any more', () => {
  const options = [
    { value: 'yes', label: 'Yes', score: 1 },
    { value: 'no', label: 'No', score: 0 },
  ]
  const questions = [{ id: 'owner', text: 'Is there one?', weight: 1, guidance: '', options }]
  const template: Template = {
    ...{ id: 't', version: '2', title: 'T', description: '', levels: [], sources: {} },
    sections: [{ id: 's', title: 'S', weight: 1, description: '', advice: {}, questions }],
  }
  const answers = (text: string) => fitting(template, new Map([['owner', text]]))
  expect([answers('yes').size, answers('perhaps').size]).toEqual([1, 0])
  expect(fitting(template, new Map([['plan', 'yes']])).size).toBe(0)
})
