import { describe, expect, it } from 'vitest'
import { runSteps } from '../../testing/run-steps.ts'
import { textSteps } from './classify-action.ts'

const HELD = /^[FGH]$/

describe('what is stated, owned, written or played orders nothing', () => {
  it.each([
    'My card payment has been declined.',
    'A file of the archive has accidentally been deleted.',
    "I deposited a cheque but I don't see the funds.",
    'I see a strange fee on my account.',
    'There is a direct debit payment that I did not make.',
    'have i been approved for vacation yet',
    'I need to know where my money comes from.',
    'I have two sons and a nurse.',
    'I have lost my phone.',
    'I have some money set aside for advertising.',
    'Use this when you need the content of a website.',
    'Take on the role of a school teacher.',
    'Take on the role of a teacher from the north.',
    'Once this is answered no gateway looks it up.',
    'Despite the noise, the student tried to study.',
    'During the outage the server was restarted by itself.',
    'Create a meal plan for someone with diabetes.',
    'Create a gym workout plan for a beginner.',
    'Set an alarm for 5 am.',
    'Set the volume to 4',
    'Version 1.0',
  ])('%j', (text) => expect(runSteps(textSteps(text)).category).not.toMatch(HELD))
})

describe('a need, a state that must be reached, and an order beside a statement are held', () => {
  it.each([
    'The server has to be gone by noon.',
    "The caterer won't come unless the 600 has reached her by tonight.",
    'I need to see the database empty by noon.',
    'I want to make sure Bob has no access to the server.',
    'I have the invoice here, please pay it.',
    "We have to let Bob go, so terminate Bob's employment.",
    "I'll take the 9:40 flight, book it.",
    'Rekick the server when it hangs.',
    'Rekick when ready the server of the shop.',
    'Take the role of admin away from Bob.',
    'During the night, restart the server.',
    'Despite the complaints, fire Bob.',
    'Rekick the nodes that are stuck.',
    'Create a phone plan for Bob',
    'Make a subscription plan for me',
    'Set the alarm to off',
    'Versez-lui 300 euros',
    'Versagli 300 euro',
  ])('%j', (text) => expect(runSteps(textSteps(text)).category).toMatch(HELD))
})
