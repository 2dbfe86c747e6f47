export { type Answer, answerOf, collect, isTerminal, replay } from './answer/index.ts'
export { composeLayers, type LayerLimits } from './compose-layers.ts'
export type {
  AnswerGuard,
  ApprovalReason,
  Decision,
  Exchange,
  ExchangeOrigin,
  ExchangeRuntime,
  Inspector,
  Layers,
} from './layer.ts'
export { createJailbreakLayer } from './layers/l1-semantic/index.ts'
export { createSensitivityLayer } from './layers/l2-sensitivity/index.ts'
export { createRouteLayer } from './layers/l5-route/index.ts'
export { createPipeline, type Outcome, type Pipeline, type Report } from './pipeline.ts'
export { findServing } from './ports/find-serving.ts'
export type { ModelEndpoint } from './ports/model-endpoint.ts'
export type { UpstreamAttempt } from './ports/upstream-attempt.ts'
export type { UsersStore } from './ports/users-store.ts'
export type { ModelRequest, ModelRequestKind } from './request/index.ts'
export { AbortScope } from './run/abort-scope.ts'
export type { FailureObserver } from './run/run-request-layer.ts'
