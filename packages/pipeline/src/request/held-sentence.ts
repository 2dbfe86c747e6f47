import { ACTION_NAMES, type ActionCategory } from '@sluice/contracts'

const BEGINNING = 'This request needs the approval of a human before it can be carried out'

/** What a caller reads in place of an answer while a request waits for a human, on every wire. */
export function heldSentence(category: ActionCategory): string {
  return `${BEGINNING} (action category ${category}, ${ACTION_NAMES[category]}). It has not been sent to the model.`
}

/**
 * Whether a text is this sentence, or a client's report of it ("API Error: 403 ..."). A text that holds the sentence
 * beside other words counts, too: what stands before it was not answered. Linear.
 */
export function saysHeld(text: string): boolean {
  return text.includes(BEGINNING)
}
