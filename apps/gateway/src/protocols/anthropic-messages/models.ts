import { z } from '@hono/zod-openapi'

/** Anthropic's form of a model (https://docs.anthropic.com/en/api/models). */
export const anthropicModelSchema = z
  .object({
    type: z.literal('model'),
    id: z.string(),
    display_name: z.string(),
    created_at: z.string().describe('The Unix epoch, because endpoints do not tell.'),
  })
  .openapi('AnthropicModel')

type AnthropicModel = z.infer<typeof anthropicModelSchema>

/** A page of models; there is one page only. */
export const anthropicModelsSchema = z
  .object({
    data: z.array(anthropicModelSchema),
    has_more: z.literal(false),
    first_id: z.string().nullable(),
    last_id: z.string().nullable(),
  })
  .openapi('AnthropicModels')

/** Whether a request comes from a client of Anthropic's wire: `GET /v1/models` is one path with two shapes. */
export function asksAsAnthropic(header: (name: string) => string | undefined): boolean {
  return header('anthropic-version') !== undefined
}

export function toAnthropicModel({ id }: { readonly id: string }): AnthropicModel {
  return { type: 'model', id, display_name: id, created_at: new Date(0).toISOString() }
}

export function toAnthropicModels(models: readonly { readonly id: string }[]): z.infer<typeof anthropicModelsSchema> {
  const data = models.map(toAnthropicModel)
  return { data, has_more: false, first_id: data.at(0)?.id ?? null, last_id: data.at(-1)?.id ?? null }
}
