export type { RenderError, ServiceApp, ServiceEnv } from './app-env.ts'
export type { ClientErrorIds, RenderClientError } from './client-errors.ts'
export { type Clock, systemClock } from './clock.ts'
export { type CloseHook, type CloseHooks, createCloseHooks } from './close-hooks.ts'
export { ConfigError, type ConfigFault, type Environment, readConfig } from './config.ts'
export { type ConfigurationPage, configurationPage, configurationTable } from './configuration-table.ts'
export { type AppOptions, createApp } from './create-app.ts'
export { type ConfigRow, describeConfig } from './describe-config.ts'
export { InvalidRequestError, type RequestIssue, toSluiceError } from './errors.ts'
export { type GeneratedDoc, generatedDocs } from './generated-docs.ts'
export {
  type CheckReport,
  createHealth,
  type Health,
  type HealthOptions,
  type ReadinessCheck,
  type ReadinessReport,
} from './health.ts'
export type { FetchHandler } from './http-server.ts'
export { createLogger, type Logger, type LoggerOptions } from './logger.ts'
export {
  type Counter,
  createMetrics,
  type Gauge,
  type Histogram,
  type Metrics,
  type MetricsOptions,
} from './metrics.ts'
export { type ApiInfo, type OpenApiDocument, toOpenApiDocument, toOpenApiText } from './open-api.ts'
export { parseInput } from './parse-input.ts'
export {
  PROBLEM_CONTENT_TYPE,
  type Problem,
  problemSchema,
  renderClientProblem,
  renderProblem,
  toProblem,
} from './problem.ts'
export { problemResponses } from './problem-responses.ts'
export { type BodyLimits, bodyTooLarge, checkBodyHeaders, parseJsonBody, readBody, readJsonBody } from './read-body.ts'
export { REDACTED, redact } from './redact.ts'
export { chooseRequestId, REQUEST_ID_HEADER } from './request-id.ts'
export { type RequestLogFields, setRequestLogFields } from './request-log-fields.ts'
export { runService } from './run-service.ts'
export { type SerializedError, serializeError } from './serialize-error.ts'
export { type LogLevel, type ServiceConfig, serviceConfigShape } from './service-config.ts'
export type { ServiceDescription } from './service-description.ts'
export {
  type BuildContext,
  type BuiltService,
  type RunningService,
  type ServiceDefinition,
  type StartOptions,
  startService,
} from './start-service.ts'
