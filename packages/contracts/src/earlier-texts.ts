import { z } from 'zod'

/** What an endpoint gets of a text that went to it before one of its values was known: that text, or with the token. */
export const earlierTextsSchema = z.enum(['as-sent', 'mask'])

export type EarlierTexts = z.output<typeof earlierTextsSchema>
