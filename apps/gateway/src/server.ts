import { createApp, type ServiceDefinition, VERSION } from '@sluice/service-kit'
import { addRoutes, describeRoutes } from './add-routes.ts'
import { ExchangeLifetimes } from './admission/exchange-lifetime.ts'
import { openDoor } from './admission/open-door.ts'
import { openBodies } from './bodies/open-bodies.ts'
import { composePipeline } from './compose-pipeline.ts'
import { type GatewayConfig, gatewayConfigSchema } from './config.ts'
import { CONFIGURATION_NOTES } from './configuration-notes.ts'
import { UnreadAnswers } from './delivery/unread-answers.ts'
import { openExchangeTraces } from './observation/open-exchange-traces.ts'
import { RequestObserver } from './observation/request-observer.ts'
import { openPorts } from './open-ports.ts'
import { renderOpenAiError } from './protocols/openai/render-error.ts'
import { renderUnmatched } from './protocols/render-unmatched.ts'

/** The gateway as a service. */
export const gatewayService: ServiceDefinition<GatewayConfig> = {
  name: 'gateway',
  info: {
    title: 'Sluice gateway',
    version: VERSION,
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
    const lifetimes = new ExchangeLifetimes(stopping, unread, config.DRAIN_TIMEOUT_MS)
    onClose('background tasks', () => lifetimes.done())
    const observer = new RequestObserver(
      metrics,
      logger,
      (refused) => ports.refusals.count(refused),
      openExchangeTraces(context),
    )
    const pipeline = composePipeline(context, ports, observer)
    const bodies = openBodies(context)
    const limits = {
      maxBodyBytes: config.MAX_BODY_BYTES,
      localBodyBytes: config.LOCAL_BODY_BYTES,
      keepAliveMs: config.KEEP_ALIVE_COMMENT_MS,
      mayShowSent: config.SHOW_SENT,
      overloadWaitMs: config.OVERLOAD_WAIT_MS,
      passesTraceContext: config.TRACE_CONTEXT_TO_ENDPOINTS === 'pass',
    }
    const toolLimits = { maxRequestBytes: config.MCP_MAX_REQUEST_BYTES, allowedOrigins: config.MCP_ALLOWED_ORIGINS }
    const door = openDoor(context, ports, observer)
    const app = createApp({ ...context, renderError: renderUnmatched })
    addRoutes(app, { ...ports, bodies, pipeline, lifetimes, door, observer, clock, logger, limits, toolLimits })
    return { app, doorkeeper: door, renderClientError: renderOpenAiError, checks: ports.checks }
  },
}
