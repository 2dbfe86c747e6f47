import type { ServiceApp } from '@sluice/service-kit'
import type { Dependencies } from './dependencies.ts'
import { answerChat, chatCompletionsRoute } from './routes/chat-completions.ts'
import { answerCompletions, completionsRoute } from './routes/completions.ts'
import { answerCountTokens, countTokensRoute } from './routes/count-tokens.ts'
import { deleteResponse, deleteResponseRoute } from './routes/delete-response.ts'
import { answerEmbeddings, embeddingsRoute } from './routes/embeddings.ts'
import { getModel, getModelRoute } from './routes/get-model.ts'
import { listInputItems, listInputItemsRoute } from './routes/list-input-items.ts'
import { listModels, listModelsRoute } from './routes/list-models.ts'
import { answerMcp, mcpRoute, refuseMcpMethod } from './routes/mcp.ts'
import { answerMessages, messagesRoute } from './routes/messages.ts'
import { refuseNotServed } from './routes/not-served.ts'
import { answerResponses, responsesRoute } from './routes/responses.ts'
import { retrieveChatCompletion, retrieveChatCompletionRoute } from './routes/retrieve-chat-completion.ts'
import { retrieveMessage, retrieveMessageRoute } from './routes/retrieve-message.ts'
import { retrieveResponse, retrieveResponseRoute } from './routes/retrieve-response.ts'

/** Describes the gateway's routes for its OpenAPI document. */
export function describeRoutes(app: ServiceApp): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description:
      'An OAuth 2.0 / OIDC access token of the enterprise identity provider, or an API key. Both are taken bare in ' +
      '`x-api-key` and `api-key`, too.',
  })
  for (const route of [
    chatCompletionsRoute,
    retrieveChatCompletionRoute,
    responsesRoute,
    retrieveResponseRoute,
    deleteResponseRoute,
    listInputItemsRoute,
    embeddingsRoute,
    messagesRoute,
    countTokensRoute,
    retrieveMessageRoute,
    completionsRoute,
    listModelsRoute,
    getModelRoute,
    mcpRoute,
  ])
    app.openAPIRegistry.registerPath(route)
}

/**
 * Adds the gateway's routes. They are described beside their handlers rather than through `app.openapi`: its validator
 * would read and check each body a second time, on the hot path.
 */
export function addRoutes(app: ServiceApp, dependencies: Dependencies): void {
  describeRoutes(app)
  app.post(chatCompletionsRoute.path, answerChat(dependencies))
  app.get(retrieveChatCompletionRoute.getRoutingPath(), retrieveChatCompletion(dependencies))
  app.post(responsesRoute.path, answerResponses(dependencies))
  app.get(retrieveResponseRoute.getRoutingPath(), retrieveResponse(dependencies))
  app.delete(deleteResponseRoute.getRoutingPath(), deleteResponse(dependencies))
  app.get(listInputItemsRoute.getRoutingPath(), listInputItems(dependencies))
  app.post(embeddingsRoute.path, answerEmbeddings(dependencies))
  app.post(completionsRoute.path, answerCompletions(dependencies))
  // Batches lie below the same path, and are not served.
  app.get('/v1/messages/:message_id{msg_.+}', retrieveMessage(dependencies))
  app.post(countTokensRoute.path, answerCountTokens(dependencies))
  app.post(messagesRoute.path, answerMessages(dependencies))
  app.get(listModelsRoute.path, listModels(dependencies))
  app.get('/v1/models/:model{.+}', getModel(dependencies))
  app.post(mcpRoute.getRoutingPath(), answerMcp(dependencies))
  app.all(mcpRoute.getRoutingPath(), refuseMcpMethod)
  refuseNotServed(app)
}
