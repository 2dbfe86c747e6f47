export { type Answer, answerOf, collect, isTerminal, replay } from './answer/index.ts'
export { composeLayers, type LayerLimits, type LayerPorts } from './compose-layers.ts'
export type {
  Account,
  AnswerGuard,
  AnswerItem,
  ApprovalReason,
  Awaitable,
  Decision,
  Exchange,
  ExchangeOrigin,
  ExchangeRuntime,
  Facts,
  Inspector,
  Layers,
  Responder,
  ResponseLayer,
  Rewriter,
} from './layer.ts'
export { createJailbreakLayer } from './layers/l1-semantic/index.ts'
export { createSensitivityLayer } from './layers/l2-sensitivity/index.ts'
export { createRouteLayer } from './layers/l5-route/index.ts'
export { ORDER } from './order.ts'
export { createPipeline, type Outcome, type Pipeline, type Report } from './pipeline.ts'
export { findServing } from './ports/find-serving.ts'
export type {
  CodenameRegistry,
  CodenameTerm,
  CodenameTerms,
  EndpointCall,
  EndpointFailure,
  KnownUser,
  ModelEndpoint,
  Outbox,
  SemanticCache,
  UsersStore,
} from './ports/index.ts'
export type { UpstreamAttempt } from './ports/upstream-attempt.ts'
export type { ModelRequest, ModelRequestKind } from './request/index.ts'
export type { FailureObserver } from './run/run-request-layer.ts'
