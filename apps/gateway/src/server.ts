import type { LayerId } from '@sluice/contracts'
import { composeLayers, createPipeline, type Exchange, type LayerLimits } from '@sluice/pipeline'
import { createApp, type ServiceDefinition } from '@sluice/service-kit'
import { addRoutes, describeRoutes } from './add-routes.ts'
import { ExchangeLifetimes } from './admission/exchange-lifetime.ts'
import { openBodies } from './bodies/open-bodies.ts'
import { type GatewayConfig, gatewayConfigSchema } from './config.ts'
import { CONFIGURATION_NOTES } from './configuration-notes.ts'
import { UnreadAnswers } from './delivery/unread-answers.ts'
import { logLayerFailure } from './observation/log-layer-failure.ts'
import { RequestObserver } from './observation/request-observer.ts'
import { openPorts } from './open-ports.ts'
import { renderOpenAiError } from './protocols/openai/render-error.ts'

/** The gateway as a service. */
export const gatewayService: ServiceDefinition<GatewayConfig> = {
  name: 'gateway',
  info: {
    title: 'Sluice gateway',
    version: '0.1.0',
    description: 'An OpenAI-compatible endpoint that keeps sensitive data on your own machines.',
  },
  configSchema: gatewayConfigSchema,
  describeRoutes,
  docs: {
    title: 'the gateway',
    notes: CONFIGURATION_NOTES,
  },
  async build(context) {
    const { config, logger, metrics, clock, onClose, stopping } = context
    const ports = await openPorts(context)
    const unread = new UnreadAnswers({ clock, timeoutMs: config.CLIENT_READ_TIMEOUT_MS })
    onClose('watch over unread answers', () => unread.stop())
    const lifetimes = new ExchangeLifetimes(stopping, unread)
    onClose('background tasks', () => lifetimes.done())
    const observer = new RequestObserver(metrics, logger, (refused) => ports.refusals.count(refused))
    const onFailure = (layer: LayerId, { origin }: Exchange, cause: unknown) =>
      logLayerFailure(logger, layer, origin.requestId, cause)
    const layers = composeLayers({ ...ports, random: Math.random }, limitsOf(config), onFailure, (attempt) =>
      observer.attempted(attempt),
    )
    const pipeline = createPipeline(layers, ports.held, onFailure)
    const bodies = openBodies(context)
    const limits = {
      maxBodyBytes: config.MAX_BODY_BYTES,
      localBodyBytes: config.LOCAL_BODY_BYTES,
      keepAliveMs: config.KEEP_ALIVE_COMMENT_MS,
    }
    const app = createApp({ ...context, renderError: renderOpenAiError })
    addRoutes(app, { ...ports, bodies, pipeline, lifetimes, observer, clock, logger, limits })
    return { app, renderClientError: renderOpenAiError, checks: ports.checks }
  },
}

function limitsOf(config: GatewayConfig): LayerLimits {
  return {
    unreadableLevels: config.UNREADABLE_LEVELS,
    maxCachedAnswerBytes: config.CACHE_MAX_ANSWER_BYTES,
    maxCachedTemperature: config.CACHE_MAX_TEMPERATURE,
    maxRestoredChars: config.RESTORED_ANSWER_MAX_CHARS,
    attemptsPerEndpoint: config.UPSTREAM_ATTEMPTS,
    firstByteTimeoutMs: config.UPSTREAM_HEADERS_TIMEOUT_MS,
  }
}
