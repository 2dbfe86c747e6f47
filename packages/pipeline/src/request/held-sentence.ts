import { ACTION_NAMES, type ActionCategory } from '@sluice/contracts'

const BEGINNING = 'This request needs the approval of a human before it can be carried out'

const ANSWER_BEGINNING = "The model's answer needs the approval of a human before you get it"

/** What waits for a human: a request, which no model has seen, or the answer of a model. */
export type HeldThing = 'request' | 'answer'

/** What a caller reads in place of an answer while a request, or its answer, waits for a human, on every wire. */
export function heldSentence(category: ActionCategory, what: HeldThing = 'request'): string {
  const action = `(action category ${category}, ${ACTION_NAMES[category]})`
  if (what === 'answer') return `${ANSWER_BEGINNING}: it asks for an action ${action}. It is kept until then.`
  return `${BEGINNING} ${action}. It has not been sent to the model.`
}

/**
 * Whether a text is one of these sentences, or a client's report of it ("API Error: 403 ..."). A text that holds one
 * beside other words counts, too: what stands before it was not answered. Linear.
 */
export function saysHeld(text: string): boolean {
  return text.includes(BEGINNING) || text.includes(ANSWER_BEGINNING)
}
