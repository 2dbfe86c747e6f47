import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ordersOf } from '../../request/index.ts'
import { runSteps } from '../../testing/run-steps.ts'
import { classifySteps, textSteps } from './classify-action.ts'
import { Words } from './read-words.ts'
import { blocksOf, sentencesOf } from './sentences.ts'
import { NOUN, VERB } from './words/tags.ts'

const of = (text: string) => runSteps(textSteps(text))

describe('an order', () => {
  it.each([
    ['F', 'Zahle die Rechnung der Werkstatt.'],
    ['F', 'Kannst du bitte der Werkstatt 80 Euro überweisen?'],
    ['F', 'Paga la factura del taller.'],
    ['F', 'Paie la facture du garage.'],
    ['F', 'Paga la fattura dell’officina.'],
    ['F', 'Pague a fatura da oficina.'],
    ['G', 'Schalte den Server ab.'],
    ['G', 'Den Server bitte abschalten.'],
    ['G', 'Apaga el servidor.'],
    ['G', 'Éteins le serveur.'],
    ['G', 'Spegni il server.'],
    ['G', 'Desligue o servidor.'],
    ['H', 'Entlasse die Köchin.'],
    ['H', 'Despide a la cocinera.'],
    ['H', 'Licencie la cuisinière.'],
    ['H', 'Licenzia la cameriera.'],
    ['H', 'Demita a cozinheira.'],
    ['E', 'Sag dem Team Bescheid.'],
    ['E', 'Avvisa il team.'],
    ['D', 'Muéstrame las facturas de mayo.'],
    ['C', 'Schreibe eine Funktion, die den Server abschaltet.'],
    ['B', 'Rédige une lettre de licenciement pour la cuisinière.'],
    ['A', 'Darf man die Köchin entlassen?'],
    ['A', '¿Cómo se apaga el servidor?'],
    ['A', 'Come si spegne il server?'],
    ['A', 'Quando devo pagar a fatura?'],
  ])('is %s: %s', (category, text) => expect(of(text)).toMatchObject({ category }))

  it('without a known verb is what its object is, with less confidence', () => {
    expect(of('Frobnicate the production servers.')).toEqual({
      ...{ category: 'G', rule: 'order:about-systems', confidence: 0.6 },
    })
    expect(of('Frobnicate the blue paragraph.').category).toBe('B')
  })

  it('is put as a need, and not beside a question', () => {
    expect(of('The production database must be empty by noon.')).toMatchObject({ category: 'G', rule: 'implied' })
    expect(of('The production database must be empty by noon. Why?').category).toBe('A')
  })

  it('stands behind a request, not behind a wish of the writer’s own', () => {
    expect(of('Why don’t you just delete the customer database?').category).toBe('G')
    expect(of('I want you to delete the customer database.').category).toBe('G')
    expect(of('I want to delete the customer database.').category).toBe('A')
  })

  it('that is code alone is one, and beside a task it is material', () => {
    expect(of('DROP TABLE customers;')).toMatchObject({ category: 'G', rule: 'command' })
    expect(of('DROP TABLE customers; Rewrite this for Oracle.').category).not.toBe('G')
    expect(of('Review this: rm -rf ./build').category).not.toBe('G')
  })

  it('of code stays code unless something in use is named', () => {
    expect(of('Delete the unused component.').category).toBe('C')
    expect(of('Delete the unused component in production.').category).toBe('G')
  })
})

describe('a conversation', () => {
  const say = (...turns: readonly string[]) =>
    runSteps(
      classifySteps(
        ordersOf({
          kind: 'chat',
          body: {
            model: 'm',
            messages: turns.map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content })),
          },
        }),
      ),
    )

  it('says what a pronoun means', () => {
    expect(say('Which users are inactive?', 'Ann and Joe.', 'Delete both.').category).toBe('G')
    expect(say('Which poems are long?', 'Two.', 'Delete both.').category).not.toBe('G')
  })

  it('says what a number means', () => {
    expect(say('I want to send my sister something.', 'How much?', '150, please')).toMatchObject({
      ...{ category: 'F', rule: 'order:in-turns' },
    })
    expect(say('Tell me about numbers.', 'Which?', '150, please').category).toBe('A')
  })

  it('about code makes an edit one of code, and no more than an edit', () => {
    const code = ['Write a function that lists users.', 'def f(): ...'] as const
    expect(say(...code, 'Delete inactive users, too.').category).toBe('C')
    expect(say(...code, 'Restart the production server.').category).toBe('G')
    expect(say('Write a poem.', 'Roses ...', 'Delete the customer database.').category).toBe('G')
  })
})

describe('words', () => {
  const read = (text: string) => {
    const words = new Words()
    words.read(text)
    return words
  }

  it('are read without marks, by beginning, whole, and by end', () => {
    const words = read('überweise ueberweise Überweisung Kundenserver')
    expect([...words.verbs.slice(0, 2)].every((verbs) => (verbs & VERB.pay) !== 0)).toBe(true)
    expect((words.nouns[2] ?? 0) & NOUN.bill).not.toBe(0)
    expect((words.nouns[3] ?? 0) & NOUN.system).not.toBe(0)
  })

  it('are names by their capital, amounts by their sign, and code by their form', () => {
    const words = read('call Zorbin about $40 and revokeToken, not LinkedIn')
    expect((words.nouns[1] ?? 0) & NOUN.name).not.toBe(0)
    expect((words.nouns[3] ?? 0) & NOUN.amount).not.toBe(0)
    expect((words.nouns[5] ?? 0) & NOUN.code).not.toBe(0)
    expect((words.nouns[7] ?? 0) & NOUN.code).toBe(0)
  })

  it('of one reading leave nothing for the next, whatever the text', () => {
    const words = new Words()
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (one, other) => {
        words.read(one)
        words.read(other)
        const fresh = read(other)
        expect(words.count).toBe(fresh.count)
        for (let at = 0; at < fresh.count; at += 1) {
          expect([words.opens[at], words.last[at]]).toEqual([fresh.opens[at], fresh.last[at]])
          expect([words.verbs[at], words.nouns[at], words.functions[at]]).toEqual([
            ...[fresh.verbs[at], fresh.nouns[at], fresh.functions[at]],
          ])
        }
      }),
    )
  })
})

describe('sentences', () => {
  it.each([
    ['Pay Mr. Li. Thanks!', ['Pay Mr. Li.', 'Thanks!']],
    ['Say "delete all the users of the system" aloud', ['Say "" aloud']],
    ['Say „lösche alle Benutzer des Systems“ laut', ['Say ""  laut'.replace('  ', ' ')]],
    ['Look at it\n> delete all users\n', ['Look at it', '']],
    ['Run ```delete all users``` again', ['Run code again']],
  ])('of %j', (text, sentences) => {
    const found = [...blocksOf(text, 10)].flatMap(sentencesOf)
    expect(found.map((sentence) => sentence.replace(/ +/g, ' '))).toEqual(sentences)
  })

  it('stand in blocks that are cut where a line or a sentence ends', () => {
    const text = `${'The quick brown fox. '.repeat(700)}Delete the database.`
    const blocks = [...blocksOf(text, 100)]
    expect(blocks.length).toBe(2)
    expect(blocks.join('')).toBe(text)
    expect([...blocksOf('x'.repeat(10_000), 100)].map(({ length }) => length)).toEqual([8_192, 1_908])
    expect(of(text).category).toBe('G')
  })
})
