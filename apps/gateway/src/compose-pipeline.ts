import type { LayerId } from '@sluice/contracts'
import { composeLayers, createPipeline, type Exchange, type LayerLimits, type Pipeline } from '@sluice/pipeline'
import type { BuildContext } from '@sluice/service-kit'
import { newId } from '@sluice/service-kit/environment'
import type { GatewayConfig } from './config.ts'
import { logLayerFailure } from './observation/log-layer-failure.ts'
import type { RequestObserver } from './observation/request-observer.ts'
import type { openPorts } from './open-ports.ts'
import { toolsByTenant } from './tool-servers/tool-categories.ts'

/** The pipeline over the ports of this process: the same for callers and for workers. */
export function composePipeline(
  { config, logger }: Pick<BuildContext<GatewayConfig>, 'config' | 'logger'>,
  ports: Awaited<ReturnType<typeof openPorts>>,
  observer: Pick<RequestObserver, 'attempted'>,
): Pipeline {
  const onFailure = (layer: LayerId, { origin }: Exchange, cause: unknown) =>
    logLayerFailure(logger, layer, origin.requestId, cause)
  const layers = composeLayers({ ...ports, random: Math.random, newId }, limitsOf(config), onFailure, (attempt) =>
    observer.attempted(attempt),
  )
  return createPipeline(layers, ports.held, onFailure)
}

function limitsOf(config: GatewayConfig): LayerLimits {
  return {
    toolsOf: toolsByTenant(config.TOOL_CATEGORIES),
    answerCalls: config.ANSWER_CALLS,
    unreadableLevels: config.UNREADABLE_LEVELS,
    detection: config.DETECTION,
    residualAction: config.RESIDUAL_ACTION,
    earlierTexts: config.EARLIER_TEXTS,
    newValues: { action: config.NEW_VALUES, fromLevel: config.NEW_VALUES_FROM_LEVEL },
    maxCachedAnswerBytes: config.CACHE_MAX_ANSWER_BYTES,
    maxKeptResponseBytes: config.KEPT_RESPONSE_MAX_BYTES,
    maxCachedTemperature: config.CACHE_MAX_TEMPERATURE,
    matchesSimilar: config.CACHE_MATCH === 'similar',
    // Nothing comes of waiting where nothing is remembered.
    maxCacheWaitMs: config.CACHE_TTL_MS === 0 ? 0 : config.CACHE_WAIT_MS,
    maxRestoredChars: config.RESTORED_ANSWER_MAX_CHARS,
    attempts: config.UPSTREAM_ATTEMPTS,
    firstByteTimeoutMs: config.UPSTREAM_HEADERS_TIMEOUT_MS,
  }
}
