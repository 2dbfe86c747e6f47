export { requireAtMost } from './bounds.ts'
export {
  continueResponses,
  ownItems,
  type ResponsesHistory,
  referencesIn,
} from './continue-responses.ts'
export { type HeldThing, heldSentence } from './held-sentence.ts'
export type { ItemNames } from './item-names.ts'
export type {
  ConversationRequest,
  LocalRequest,
  ModelRequest,
  ModelRequestKind,
  RemoteRequest,
  RequestHead,
} from './model-request.ts'
export { isConversation, isDocument } from './model-request.ts'
export { describedForm, describedTools, type Orders, ordersOf } from './orders/index.ts'
export type { TextKind, TextPosition } from './position.ts'
export { positionsOf, rewrite } from './positions.ts'
export { providerToolsOf } from './provider-tools.ts'
export type {
  BodyWork,
  Excerpt,
  Excerpts,
  MaskingKeys,
  RemoteBody,
  Residual,
  SeenThere,
  SentItems,
  TextsForOthers,
} from './remote-body.ts'
export { mayHoldFiles, unreadFiles, withTextOfFiles } from './request-files.ts'
export { openSeals, withoutSeals } from './seals.ts'
export type { ReadFiles } from './visit.ts'
