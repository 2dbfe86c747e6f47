import { z } from '@hono/zod-openapi'
import { findServing, type ModelRequestKind, namesFor, type ServingEndpoint } from '@sluice/pipeline'
import { PROVIDER_KINDS } from '@sluice/policy'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import type { CredentialHeader } from '../admission/credentials.ts'
import { type CallerDependencies, requireKnownCaller } from '../admission/known-caller.ts'
import { mayInvoke } from '../admission/run-admitted.ts'
import type { Dependencies } from '../dependencies.ts'
import { asksAsAnthropic } from '../protocols/anthropic-messages/models.ts'
import { renderAnthropicError } from '../protocols/anthropic-messages/render-error.ts'

const servingSchema = z.object({
  name: z.string(),
  permitted_level: z.int().min(0).max(7).describe('The highest sensitivity of a request that it may see.'),
  provider_kind: z.enum(PROVIDER_KINDS).optional(),
  region: z.string().optional(),
})

export const modelSchema = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.int().describe('Seconds since the Unix epoch; 0, because endpoints do not tell.'),
  owned_by: z.string().describe('The first endpoint that serves the model.'),
  alias_of: z.string().optional().describe('The model that the name stands for at that endpoint.'),
  serves: z
    .array(z.enum(['chat', 'embeddings']))
    .describe('What it can be asked for: answers on the wires of conversations, embeddings.'),
  endpoints: z.array(servingSchema).describe('The endpoints that serve the model to the caller, as configured.'),
})

type Model = z.infer<typeof modelSchema>

export type ModelDependencies = CallerDependencies & Pick<Dependencies, 'endpoints'>

/** Clients of every wire ask for the list of models. */
const CREDENTIALS: readonly CredentialHeader[] = ['authorization', 'api-key', 'x-api-key']
const KINDS = ['chat', 'embeddings'] as const satisfies readonly ModelRequestKind[]

interface OpenModels {
  /** In the order of the endpoints. */
  list(): Model[]
  /** Takes the names that chat takes: `gpt-5`, or `openai/gpt-5` for the one of the endpoint `openai`. */
  find(name: string): Model | undefined
}

/**
 * The models that a caller may use.
 *
 * @throws SluiceError as `requireKnownCaller` does.
 */
export async function findOpenModels(
  dependencies: ModelDependencies,
  context: Context<ServiceEnv>,
): Promise<OpenModels> {
  if (asksAsAnthropic((name) => context.req.header(name))) context.set('renderError', renderAnthropicError)
  const { apiKeys, policies } = dependencies
  const { principal } = await requireKnownCaller(dependencies, context, { credentials: CREDENTIALS })
  const { endpoints } = dependencies.endpoints.current(principal.tenant)
  const policy = policies.current(principal.tenant)
  const grant = apiKeys.grantOf(principal)
  const find = (name: string): Model | undefined => {
    if (!mayInvoke(policy, principal, name, grant)) return undefined
    const found = KINDS.map((kind) => ({ kind, serving: findServing(endpoints, kind, name) }))
    const some = found.filter(({ serving }) => serving.length > 0)
    const serves = some.map(({ kind }) => kind)
    return some[0] && modelOf(name, serves, some[0].serving)
  }
  const names = new Set(endpoints.flatMap((endpoint) => KINDS.flatMap((kind) => namesFor(endpoint, kind))))
  return { list: () => [...names].flatMap((name) => find(name) ?? []), find }
}

function modelOf(id: string, serves: Model['serves'], serving: readonly ServingEndpoint[]): Model | undefined {
  const [first] = serving
  if (first === undefined) return undefined
  const { endpoint, model } = first
  return {
    ...{ id, object: 'model', created: 0, owned_by: endpoint.name },
    ...(id === model || id === `${endpoint.name}/${model}` ? {} : { alias_of: model }),
    serves,
    endpoints: serving.map(({ endpoint: { name, permittedLevel, providerKind, region } }) => ({
      ...{ name, permitted_level: permittedLevel },
      ...(providerKind === undefined ? {} : { provider_kind: providerKind }),
      ...(region === undefined ? {} : { region }),
    })),
  }
}
