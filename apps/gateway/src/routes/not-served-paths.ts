import type { RenderError } from '@sluice/service-kit'
import { renderAnthropicError } from '../protocols/anthropic-messages/render-error.ts'
import { renderGeminiError } from '../protocols/gemini/render-error.ts'
import { renderMcpError } from '../protocols/mcp/render-error.ts'
import { renderOpenAiError } from '../protocols/openai/render-error.ts'

const SERVED =
  'Served here: POST /v1/chat/completions, POST /v1/responses, POST /v1/messages, POST /v1/embeddings, GET /v1/models.'
const OF_RESPONSES = 'Of responses are served: POST, GET and DELETE, and GET of their input_items.'
const ADD_V1 = 'Add /v1 to the base URL.'
const SET_BASE_URL = "Use OpenAI's client with a base URL that ends in /v1, not Azure's."

/**
 * A well-known address of other services. Clients that ask for it learn what to use instead. Below a path that is
 * served these are operations that its API documents; what is no operation of it is 404, as everywhere.
 */
interface NotServed {
  /** Path template, as the request log shows it. */
  readonly path: string
  readonly hint: string
  readonly renderError: RenderError
}

const openAi = (path: string, hint = SERVED): NotServed => ({ path, hint, renderError: renderOpenAiError })
const anthropic = (path: string): NotServed => ({ path, hint: SERVED, renderError: renderAnthropicError })

/** Every well-known path that is not served, with the wire in which its clients read errors. */
export const NOT_SERVED: readonly NotServed[] = [
  openAi('/v1/responses/compact', OF_RESPONSES),
  openAi('/v1/responses/input_tokens', OF_RESPONSES),
  openAi('/v1/responses/:response_id/cancel', OF_RESPONSES),
  openAi('/v1/images/:operation{.+}'),
  openAi('/v1/audio/:operation{.+}'),
  openAi('/v1/moderations'),
  ...['files', 'uploads', 'batches', 'fine_tuning', 'vector_stores', 'assistants', 'threads', 'conversations']
    .flatMap((collection) => [`/v1/${collection}`, `/v1/${collection}/:rest{.+}`])
    .map((path) => openAi(path)),
  openAi('/v1/realtime'),
  openAi('/v1/realtime/:rest{.+}'),

  anthropic('/v1/messages/batches'),
  anthropic('/v1/messages/batches/:rest{.+}'),
  anthropic('/v1/complete'),

  openAi('/openai/deployments/:deployment/:operation{.+}', SET_BASE_URL),
  openAi('/openai/v1/:operation{.+}', SET_BASE_URL),

  { path: '/v1beta/models', hint: SERVED, renderError: renderGeminiError },
  { path: '/v1beta/models/:call{.+}', hint: SERVED, renderError: renderGeminiError },

  { path: '/mcp', hint: 'Name a configured server: POST /mcp/NAME.', renderError: renderMcpError },

  openAi('/chat/completions', ADD_V1),
  openAi('/embeddings', ADD_V1),
  openAi('/models', ADD_V1),
  openAi('/models/:model{.+}', ADD_V1),
]
