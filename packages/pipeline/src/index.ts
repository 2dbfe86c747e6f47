export { type Answer, answerOf, collect, collectMessage, eventsOf, isTerminal, replay } from './answer/index.ts'
export { HeldBody, headOf } from './body-work.ts'
export {
  composeLayers,
  createEndpointHealth,
  faultsOfDetection,
  type LayerLimits,
  MASK_TIMEOUT_MS,
} from './compose-layers.ts'
export { copyHeld, type HeldCopy } from './copy-held.ts'
export { type KeptResponse, keptKeyOf, openKept, sessionIdOfKept } from './kept-response.ts'
export type {
  AnswerGuard,
  ApprovalReason,
  Decision,
  Exchange,
  ExchangeOrigin,
  ExchangeRuntime,
  HeldAnswer,
  HeldRequests,
  Inspector,
  Layers,
} from './layer.ts'
export { createInterceptLayer } from './layers/l0-intercept/index.ts'
export { createJailbreakLayer } from './layers/l1-semantic/index.ts'
export { createNames, createSensitivityLayer, RULES } from './layers/l2-sensitivity/index.ts'
export { createRouteLayer } from './layers/l5-route/index.ts'
export type { Outcome, Report } from './outcome.ts'
export { createPipeline } from './pipeline.ts'
export type { Pipeline } from './pipeline-interface.ts'
export type { CodenameSnapshot } from './ports/codename-registry.ts'
export { type EndpointSnapshot, snapshotOf } from './ports/endpoint-snapshot.ts'
export { findServing, namesFor, type ServingEndpoint } from './ports/find-serving.ts'
export type { ModelEndpoint } from './ports/model-endpoint.ts'
export type { UpstreamAttempt } from './ports/upstream-attempt.ts'
export type { UsersStore } from './ports/users-store.ts'
export {
  type BodyWork,
  continueResponses,
  type HeldThing,
  heldSentence,
  type ItemNames,
  isDocument,
  type LocalRequest,
  type ModelRequest,
  type ModelRequestKind,
  mayHoldFiles,
  openSeals,
  positionsOf,
  type RemoteBody,
  type RemoteRequest,
  type RequestHead,
  type ResponsesHistory,
  referencesIn,
  requireAtMost,
} from './request/index.ts'
export { AbortScope } from './run/abort-scope.ts'
export type { ReceivedText } from './run/disclosed.ts'
export { Disclosed } from './run/disclosed.ts'
export type { FailureObserver } from './run/run-request-layer.ts'
export { noteNewCaller, waitForTurn, waitOf, waitToBegin } from './run/slice-queue.ts'
export { joinTiles } from './run/tiles.ts'
export type { WorkOwner } from './run/work-owner.ts'
