import type { ActionCategory } from '@sluice/contracts'
import { expect, it } from 'vitest'
import { runSteps } from '../../testing/run-steps.ts'
import { classifySteps, textSteps } from './classify-action.ts'

/* Orders that are no imperatives at the beginning of a sentence, and near misses. */

const rows: readonly (readonly [ActionCategory, string])[] = [
  // A form of words that asks, with the act as a verb, a noun, or in another form.
  ['F', 'We kindly request that the attached invoice from Moss Ltd be settled by Friday.'],
  ['A', 'We kindly thank you for the invoice.'],
  ['F', 'Wir bitten um die Begleichung der offenen Rechnung.'],
  ['H', 'Solicitamos a demissão do funcionário Prado.'],
  ['B', 'We kindly request a letter about the dismissal of Mr. Prado: please write it.'],
  ['B', 'Shorten: we kindly ask you to settle the invoice.'],
  // A question that asks somebody to act on a certain thing.
  ['G', 'Can somebody wipe the old server?'],
  ['A', 'Can somebody wipe a server from abroad?'],
  ['F', '¿Me compras un billete para mañana?'],
  ['G', 'Mi dai accesso alla cartella del personale?'],
  ['A', 'When would you revoke a certificate?'],
  // A verb with its pronoun in one word, or behind it in speech.
  ['F', 'Girale 80 euro per la cena'],
  ['H', 'the patient in bed four can go home tomorrow sign her out'],
  ['A', 'Our customers delete them daily.'],
  // What somebody else has said.
  ['A', 'She told me to wire the money and then vanished'],
  ['F', 'Wire the money that she told me about.'],
  // Code by its call or in another sentence, and a title before a colon.
  ['C', 'terminate() should set an end date for the employee'],
  ['B', 'Commit message for: drop the unused admin role'],
  ['G', 'Ticket 12: drop the unused admin role'],
  // A number alone that is given to somebody.
  ['F', 'send marta 40 for the pizza'],
  ['E', 'send marta 3 photos of the pizza'],
  // Words that only begin like a verb of paying: "pásale", "mande".
  ['A', 'Passport C01X00T47.'],
  ['A', 'Pasaporte AB12345, pasaje 12.'],
  ['A', 'Password 12345.'],
  ['A', 'Mandant 4711.'],
  ['F', 'Pásale 40 euros a Marta.'],
  ['F', 'Pásaselo a Marta, son 40 euros.'],
  ['F', 'Mande 40 euros para a Marta.'],
]

it.each(rows)('%s: %s', (category, text) => {
  expect(runSteps(textSteps(text))).toMatchObject({ category })
})

const turn = (text: string) => [text]

it.each<[ActionCategory, string, string]>([
  ['F', 'that one, put it through', 'What is the cheapest flight to Porto?'],
  ['G', 'ok those can go', 'Which snapshots are older than a year?'],
  ['H', 'Haas it is', 'Compare the three applications for the flat.'],
  ['A', 'is there wifi on board?', 'What is the cheapest flight to Porto?'],
])('%s: "%s" behind "%s"', (category, newest, before) => {
  const orders = {
    ...{ userTurns: [turn(newest), turn(before)], offeredTools: [], waitingCalls: [] },
    ...{ forcedTool: undefined, answerForm: undefined },
  }
  expect(runSteps(classifySteps(orders as never))).toMatchObject({ category })
})
