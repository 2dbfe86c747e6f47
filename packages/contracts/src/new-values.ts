import { z } from 'zod'

/** What is done about values that a model has written itself. */
export const newValuesActionSchema = z.enum(['pass', 'flag', 'mask'])

export type NewValuesAction = z.output<typeof newValuesActionSchema>
