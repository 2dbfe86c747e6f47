export { type Answer, answerOf, eventsOf } from '../answer/answer.ts'
export { completionToChunk } from '../answer/completion-to-chunk.ts'
export type { ModelRequest } from '../request/index.ts'
export type { SentBytes } from '../run/disclosed.ts'
export {
  type CodenameRegistry,
  type CodenameTerm,
  compileCodenames,
} from './codename-registry.ts'
export type { EndpointTrace, ExchangeTrace, TimedEvent } from './exchange-trace.ts'
export type { ExternalCall, ExternalRecognizer, ExternalSpan } from './external-recognizer.ts'
export type { GuardCall, GuardModel, GuardOpinion } from './guard-model.ts'
export type { KeptResponses } from './kept-responses.ts'
export type { Mask, MaskPool } from './mask-pool.ts'
export {
  type EndpointCall,
  EndpointError,
  type EndpointFailure,
  type ModelEndpoint,
  type ModelPrice,
  type UpstreamCode,
} from './model-endpoint.ts'
export type { Mosaics } from './mosaics.ts'
export type { AnswerOwner, SemanticCache } from './semantic-cache.ts'
export {
  costOf,
  type EndpointBudget,
  type PriceOfTokens,
  type Reservation,
  type Spending,
  type SpendingEstimate,
  type UsedTokens,
  unlimitedSpending,
} from './spending.ts'
export type { TextService } from './text-service.ts'
export type { DefinedTool, ToolPins } from './tool-pins.ts'
