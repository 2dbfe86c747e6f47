import type { EntityType } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { withoutDoubted } from './doubted-persons.ts'
import type { Span } from './recognizer.ts'
import { NAMES } from './recognizers/names.ts'
import { PERSON_RULES } from './recognizers/person.ts'

const text = 'At George Washington University in Victoria'

function span(recognizer: string, entity: EntityType, value: string, confidence: number): Span {
  const start = text.indexOf(value)
  return { recognizer, entity, start, end: start + value.length, confidence, verified: false }
}

const byRule = (confidence: number) => span(PERSON_RULES, 'PERSON', 'George Washington', confidence)

describe('a person that a rule guesses', () => {
  it.each([
    ['none within a sure organization', 0.8, ['ORGANIZATION', 'George Washington University', 0.95], false],
    ['none where the words are a sure place', 0.5, ['LOCATION', 'George Washington', 0.9], false],
    ['one where the rule is sure', 0.95, ['ORGANIZATION', 'George Washington University', 0.99], true],
    ['one where the tagger is unsure', 0.8, ['ORGANIZATION', 'George Washington University', 0.89], true],
    ['one where the place is only a part of it', 0.8, ['LOCATION', 'Washington', 0.99], true],
    ['one where the place stands elsewhere', 0.8, ['LOCATION', 'Victoria', 0.99], true],
    ['one where it is a street', 0.8, ['STREET_ADDRESS', 'George Washington University', 0.99], true],
  ] as const)('is %s', (_, confidence, [entity, value, score], stays) => {
    const [rule, tagged] = [byRule(confidence), span(NAMES, entity, value, score)]
    expect(withoutDoubted([rule, tagged], text)).toEqual(stays ? [rule, tagged] : [tagged])
  })
})
