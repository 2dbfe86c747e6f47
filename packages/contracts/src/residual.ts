import { z } from 'zod'
import { entityTypeSchema } from './entity.ts'

/** What is done about a value that L2's second look is sure of, in what would leave. */
export const residualActionSchema = z.enum(['record', 'mask', 'deny'])

export type ResidualAction = z.output<typeof residualActionSchema>

/** How many values of each type a second look still found. */
export const residualTypesSchema = z.partialRecord(entityTypeSchema, z.number().int().positive())

export type ResidualTypes = z.output<typeof residualTypesSchema>
