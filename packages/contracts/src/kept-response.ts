import { z } from 'zod'
import { sensitivityTileSchema } from './finding.ts'
import { responsesRequestSchema } from './responses-request.ts'

/** What is kept of a response beside its request, still tokenized. */
const aboutSchema = z.strictObject({
  session: z.strictObject({ id: z.number(), secret: z.string() }),
  /** As the caller named it. */
  model: z.string(),
  /** Of all that the model was sent. */
  tile: sensitivityTileSchema,
  /** Where items of earlier responses stand in what was sent, by their ids; -1 for those that were not sent again. */
  names: z.record(z.string(), z.int()),
  /** The dates that were shifted in what was sent, each with its name in the mapping of the session. */
  shifted: z.array(z.tuple([z.string(), z.string()])).default([]),
  /** Of the request that waited for a human before it was sent. */
  approvalId: z.string().optional(),
  /** The name of the event that ended it. */
  type: z.string(),
  response: z.looseObject({ id: z.string() }),
})

/** A response as it is kept for a later request, with the request that it answers. */
export const keptResponseSchema = z.strictObject({
  kept: aboutSchema,
  request: z.looseObject({ input: responsesRequestSchema.shape.input }),
})

export type KeptResponseEntry = z.infer<typeof keptResponseSchema>
