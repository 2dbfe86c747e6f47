import { describe, expect, it } from 'vitest'
import { isOfSpeaker, STATEMENTS } from './first-person.ts'

function says(text: string, value: string, entity: Parameters<typeof isOfSpeaker>[1]['entity'] = 'DIAGNOSIS') {
  return isOfSpeaker(text, { entity, start: text.indexOf(value) })
}

describe('what the writer says of himself', () => {
  it.each(STATEMENTS)('%s', (statement) => {
    expect(says(`Hello, ${statement} asthma.`, 'asthma')).toBe(true)
    expect(says(`Hello, x${statement} asthma.`, 'asthma')).toBe(false)
  })

  it.each([
    ['I was born on 3 May 1980', '3 May 1980', 'DATE_OF_BIRTH'],
    ['My DOB: 3 May 1980', '3 May 1980', 'DATE_OF_BIRTH'],
    ['Ich wurde am 3. Mai 1980 geboren', '3. Mai', 'DATE_OF_BIRTH'],
    ['I am a devout Catholic', 'Catholic', 'NRP'],
    ['I’m taking ibuprofen', 'ibuprofen', 'MEDICATION'],
    ['my sex is female', 'female', 'SEX'],
    ['I have had type 2 diabetes', 'diabetes', 'DIAGNOSIS'],
    ['J’ai de l’asthme'.replace('l’', ''), 'asthme', 'DIAGNOSIS'],
  ] as const)('%s', (text, value, entity) => expect(says(text, value, entity)).toBe(true))

  it.each([
    ['I have a question about asthma', 'asthma', 'DIAGNOSIS'],
    ['I know that she has asthma', 'asthma', 'DIAGNOSIS'],
    ['my dog has asthma', 'asthma', 'DIAGNOSIS'],
    ['I am. Catholic schools', 'Catholic', 'NRP'],
    ['What is asthma?', 'asthma', 'DIAGNOSIS'],
    ['I am in Berlin', 'Berlin', 'LOCATION'],
  ] as const)('not in %s', (text, value, entity) => expect(says(text, value, entity)).toBe(false))

  it('takes a text of one word without end as it is', () => {
    const text = `${'i am a '.repeat(10_000)}asthma`
    expect(says(text, 'asthma')).toBe(true)
  })
})
