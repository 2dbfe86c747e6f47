import { ACTION_NAMES, type ActionCategory } from '@sluice/contracts'

/** What a caller reads in place of an answer while a request waits for a human, on every wire. */
export function heldSentence(category: ActionCategory): string {
  return (
    'This request needs the approval of a human before it can be carried out ' +
    `(action category ${category}, ${ACTION_NAMES[category]}). It has not been sent to the model.`
  )
}
