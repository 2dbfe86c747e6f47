import { z } from 'zod'

/** What is done about calls of tools that a model makes and the policy would hold or refuse. */
export const answerCallsActionSchema = z.enum(['pass', 'flag', 'hold', 'deny'])

export type AnswerCallsAction = z.output<typeof answerCallsActionSchema>
