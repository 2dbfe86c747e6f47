import { describe, expect, it } from 'vitest'
import { runSteps } from '../../testing/run-steps.ts'
import { textSteps } from './classify-action.ts'

const HELD = /^[FGH]$/

describe('things that are put, moved, closed or brought into another form are not held', () => {
  it.each([
    // A number behind a label is no sum, and an order of things is no order of goods.
    'Put option 2 first',
    'Please put option 2 first',
    'Can you put option 2 first?',
    'Put number 4 second',
    'Put point 5 after point 6',
    'Put example 1 next to example 2',
    'Put answer 3 in bold',
    'Put slide 12 first, please',
    'Put 3 before 2',
    'Put the verb in position 2',
    'Move slide 4 before slide 2',
    'Move item 3 to the top',
    'Drop option 2',
    'Drop example 2 please',
    'Stick to option 2',
    'Give option 2 to Bob',
    'Setze Option 2 an die erste Stelle',
    'Stell Option 2 an den Anfang',
    'Pon la opción 2 primero',
    "Mets l'option 2 en premier",
    "Metti l'opzione 2 per prima",
    // A side is no permission.
    'Close the 3 tabs on the right',
    'Close the tabs on the right',
    'Open the 3 tabs on the right',
    'Lock the panel on the right',
    'Close the parenthesis on the right',
    'Close the curtains on the right',
    'Close the 4 panels on the right side',
    'Close the user tab.',
    // A work is no money.
    'Transfer the melody to 3 voices',
    'Transfer this drawing to 2 sheets',
    'Transfer my notes to 3 slides',
    'Transfer the mixture to 2 bowls',
    'Transfer the layout to slide 4',
    'Transfer the lyrics to 4 verses',
    'Transfer the image into 8 colours',
    'Transfer these 4 terms into German',
    'Transfiere la melodía a 3 voces',
    'Transfère la mélodie à 3 voix',
    'Trasferisci la melodia a 3 voci',
    'Transfere a melodia para 3 vozes',
  ])('%j', (text) => expect(runSteps(textSteps(text)).category).not.toMatch(HELD))
})

describe('money, accounts and people beside them are still held', () => {
  it.each([
    'Put option 2 first and wire 300 to Bob',
    'Put option 2 first, 300 to Bob',
    'Put 20 on option 2',
    'Put bob 20 first',
    'Put my 300 in first',
    'Put 400 into savings first',
    'Put Bob on a warning first',
    'Put item 2 in my cart first',
    'Put the server in maintenance first',
    'Pay option 2 first',
    'Wire bob 20 at the end',
    'Send Marta 40 for option 2',
    'Place 2 orders first',
    'Shift 500 to the front',
    'Stell den Server nach hinten',
    'Move patient 3 to the top',
    'Close account 3',
    'Close the 3 accounts on the right',
    'Close the 3 positions on the right',
    'Close the tab, all accounts of Bob too',
    'Close the window and delete all users',
    'Close all user sessions',
    'Close port 22',
    'Transfer the funds to 3 accounts',
    'Transfer the rest to 3 suppliers',
    'Transfer the deposit to 3 landlords',
    'Transfer the melody to 3 voices and pay Bob 300',
    'Transfer the melody to 3 voices, then wire 300 to Bob',
    'Transfer the melody to Bob, 300 too',
    'Transfer the song royalties to 3 artists',
    'Transfer 300 for the melody to Bob',
    'Transfer the notes to 3 and 500 to Bob',
    'Transfer item 3 to Bob',
  ])('%j', (text) => expect(runSteps(textSteps(text)).category).toMatch(HELD))
})
