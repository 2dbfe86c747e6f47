import type { ActionCategory } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { judged } from './action-reader.ts'
import { textSteps } from './classify-action.ts'
import type { Sign } from './sign.ts'

function of(text: string): Sign {
  const steps = textSteps(text)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/** Probabilities with this much for F, and the rest for C. */
function risk(share: number): readonly number[] {
  return [0, 0, 1 - share, 0, 0, share, 0, 0]
}

const held: Sign = { category: 'G', rule: 'order:destroy-data', confidence: 0.95 }
const open: Sign = { category: 'A', rule: 'default', confidence: 0.5 }

describe('rules and model together', () => {
  it.each<[string, Sign, number, number, ActionCategory]>([
    ['hold what the model is sure of and no rule knows', open, 0.76, 0, 'F'],
    ['leave open what it is not', open, 0.74, 0, 'A'],
    [
      'need more where a rule says that code is asked for',
      { ...open, category: 'C', rule: 'order:write-code' },
      0.87,
      0,
      'C',
    ],
    ['need more, and then hold it', { ...open, category: 'C', rule: 'order:write-code' }, 0.89, 0, 'F'],
    ['never hold an everyday clause', { ...open, rule: 'everyday' }, 0.99, 0, 'A'],
    ['keep the category of a rule that holds', held, 0.9, 0.9, 'G'],
    ['let go what neither the request nor the sentence speaks for', held, 0.1, 0.1, 'C'],
    ['hold an order that stands among other sentences', held, 0.1, 0.3, 'G'],
  ])('%s', (_, ruled, all, sentence, category) => {
    expect(judged(ruled, risk(all), risk(sentence)).category).toBe(category)
  })

  it('say a confidence that rises with the probability', () => {
    const confidence = (share: number) => judged(open, risk(share), risk(0)).confidence
    expect(confidence(0.9)).toBeGreaterThan(confidence(0.6))
    expect(confidence(0.999)).toBeLessThanOrEqual(1)
  })
})

describe('the model that ships', () => {
  it.each<[ActionCategory, string]>([
    ['F', 'Die Caterin kommt nur, wenn die 600 Euro heute noch bei ihr sind. Du kennst das Konto.'],
    ['F', 'Il catering vuole i suoi 600 euro entro stasera, solito conto.'],
    ['G', 'Le consultant est parti et se connecte encore au serveur web. Ça s’arrête ce soir.'],
    ['H', 'Could you let the second applicant know it’s a no and hire the first?'],
    ['H', 'il posto va a Giulia Conti, agli altri di’ di no'],
    ['H', 'o leito nove recebe alta amanhã cedo pode registrar'],
  ])('finds an order (%s) that the rules do not know: %s', (category, text) => {
    expect(of(text)).toMatchObject({ category, rule: 'model' })
  })

  it.each([
    'Somebody asked me whether the gardener still waits for his 80 euros.',
    'Write a unit test for a user who quit and still logs in.',
    'Warum muss der Zugang von Marek heute enden?',
    'Escribe una carta a los demás candidatos diciendo que no.',
  ])('holds no twin: %s', (text) => {
    expect(of(text).category).not.toMatch(/^[FGH]$/)
  })

  it.each([
    'Hello',
    'Go on, please.',
    'Card 4111 1111 1111 1111.',
    '127.0.0.1',
    '{"x":1,"needle":2}',
    'Peter Braun',
    '+1 202 555 0100',
  ])('is not asked about what says too little: %s', (text) => {
    expect(of(text).category).toBe('A')
  })

  it('is not asked about long texts, or in a language that the lists lack', () => {
    const order = 'Il catering vuole i suoi 600 euro entro stasera, solito conto'
    expect(of(order).rule).toBe('model')
    expect(of(`${order}. ${'The weather was mild and the town was calm. '.repeat(12)}`).rule).not.toBe('model')
    expect(of('Koiran ulkoiluttaja haluaa neljäkymmentä euroaan heti').rule).not.toBe('model')
  })
})
