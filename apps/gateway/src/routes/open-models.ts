import { z } from '@hono/zod-openapi'
import { findServing, type ModelRequestKind } from '@sluice/pipeline'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import type { CredentialHeader } from '../admission/credentials.ts'
import { type CallerDependencies, requireKnownCaller } from '../admission/known-caller.ts'
import { mayInvoke } from '../admission/run-admitted.ts'
import type { Dependencies } from '../dependencies.ts'
import { asksAsAnthropic } from '../protocols/anthropic-messages/models.ts'
import { renderAnthropicError } from '../protocols/anthropic-messages/render-error.ts'

export const modelSchema = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.int().describe('Seconds since the Unix epoch; 0, because endpoints do not tell.'),
  owned_by: z.string().describe('The first endpoint that serves the model.'),
})

type Model = z.infer<typeof modelSchema>

export type ModelDependencies = CallerDependencies & Pick<Dependencies, 'endpoints'>

/** Clients of every wire ask for the list of models. */
const CREDENTIALS: readonly CredentialHeader[] = ['authorization', 'api-key', 'x-api-key']
const KINDS: readonly ModelRequestKind[] = ['chat', 'embeddings']

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
  const open = endpoints.flatMap(({ name, models }) =>
    [...models.chat, ...models.embeddings]
      .filter((id) => mayInvoke(policy, principal, id, grant))
      .map((id) => modelOf(id, name)),
  )
  return {
    list: () => firstOfEachName(open),
    find(name) {
      const [serving] = mayInvoke(policy, principal, name, grant)
        ? KINDS.flatMap((kind) => findServing(endpoints, kind, name))
        : []
      return serving && modelOf(name, serving.endpoint.name)
    },
  }
}

function modelOf(id: string, endpoint: string): Model {
  return { id, object: 'model', created: 0, owned_by: endpoint }
}

function firstOfEachName(models: readonly Model[]): Model[] {
  const named = new Map<string, Model>()
  for (const model of models) if (!named.has(model.id)) named.set(model.id, model)
  return [...named.values()]
}
