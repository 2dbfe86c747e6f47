export { ACTION_CATEGORIES, ACTION_NAMES, type ActionCategory, actionCategorySchema } from './action.ts'
export type { AlertRecord } from './alert-record.ts'
export { type Anomaly, type AnomalyKind, anomalySchema } from './anomaly.ts'
export { type AnswerCallsAction, answerCallsActionSchema } from './answer-calls.ts'
export { API_KEY_WIRES, type ApiKeyWire } from './api-key.ts'
export type { AuditEntry } from './audit-entry.ts'
export { canonicalJson } from './canonical-json.ts'
export {
  CHAT_LIMITS,
  type ChatMessage,
  type ChatRequest,
  chatRequestSchema,
  TEXT_LIMITS,
} from './chat-request.ts'
export { type ClearanceBasis, type ClearanceRecord, digestOfBasis } from './clearance-record.ts'
export type { Clock } from './clock.ts'
export {
  type ChunkChoice,
  type Completion,
  type CompletionChunk,
  completionChunkSchema,
  completionSchema,
  type ToolCallDelta,
  type Usage,
} from './completion.ts'
export { type CompletionsRequest, completionsRequestSchema, textCompletionSchema } from './completions-request.ts'
export {
  ACTOR_MAX_LENGTH,
  type ControlEvent,
  type ControlRecord,
  controlRecordSchema,
  createControlRecord,
  INCIDENT_ID_MAX_LENGTH,
  REASON_MAX_LENGTH,
} from './control-record.ts'
export { countValues } from './count-values.ts'
export { CHECKSUMS, type Checksum, type CustomRecognizer, entityOfCustom } from './custom-recognizer.ts'
export {
  type DetectionConfig,
  type DetectionSettings,
  detectionOf,
  detectionSchema,
  isMaskedWhereHidden,
  keptLevelOf,
  shiftsDates,
} from './detection.ts'
export { type EarlierTexts, earlierTextsSchema } from './earlier-texts.ts'
export {
  type EmbeddingsAnswer,
  type EmbeddingsRequest,
  embeddingsAnswerSchema,
  embeddingsRequestSchema,
} from './embeddings.ts'
export { type Category, ENTITY_CLASSES, type EntityType, entityTypeSchema } from './entity.ts'
export { ENTITY_TYPES } from './entity-types.ts'
export { ERRORS, type ErrorCode, type Refusal, SluiceError } from './errors.ts'
export {
  dataSchemaOf,
  EVENT_DATA,
  type EventKind,
  type LayerDecidedEvent,
  type RequestEndedEvent,
  type SluiceEvent,
  sluiceEventSchema,
} from './event.ts'
export {
  type CommitmentOpening,
  type RequestOpening,
  readOpening,
  writeOpening,
  writeRequestOpening,
} from './evidence-opening.ts'
export { FILE_FORMS, type FileForm, type FileText, UNREAD_FILE, type UnreadPart } from './file-text.ts'
export {
  type EntityFinding,
  type Finding,
  HIGH_REIDENTIFICATION_RISK,
  HIGH_RISK_FLAG,
  MOSAIC_FLAG,
  type PolicyViolation,
  policyIdSchema,
  policyViolationSchema,
  type SensitivityTile,
  sensitivityTileSchema,
  type Threat,
  type ThreatFinding,
  threatSchema,
} from './finding.ts'
export { gatewayMembersOf } from './gateway-members.ts'
export { type KeptResponseEntry, keptResponseSchema } from './kept-response.ts'
export { type LayerEvent, type RequestOutcome, type RequestRecord, requestRecordSchema } from './layer-record.ts'
export type { LayerId } from './layers.ts'
export { type Level, levelSchema } from './level.ts'
export { type MessagesRequest, messagesRequestSchema } from './messages-request.ts'
export { type NewValuesAction, newValuesActionSchema } from './new-values.ts'
export {
  type OutboxRecord,
  outboxRecordSchema,
  type StoredRecord,
  type TrailRecord,
  trailRecordSchema,
} from './outbox-record.ts'
export { POSITIVE_INTEGER, parsePositiveInteger } from './positive-integer.ts'
export { apiKeyClient, apiKeyOf, DEFAULT_TENANT, isApiKeyClient, type Principal } from './principal.ts'
export { type RecognizerSetting, recognizerSettingsOf, recognizersNamedIn } from './recognizer-settings.ts'
export type { RefusalsRecord } from './refusals-record.ts'
export { lowestPermitted, type RequestEvidence } from './request-evidence.ts'
export { type ResidualAction, type ResidualTypes, residualActionSchema } from './residual.ts'
export { responseSchema } from './response.ts'
export {
  type ResponsesItem,
  type ResponsesRequest,
  responsesItemSchema,
  responsesRequestSchema,
} from './responses-request.ts'
export { parseRetryAfterMs } from './retry-after.ts'
export { ADMIN_ROLES, type AdminRole, isAdminRole } from './role.ts'
export { type ServiceMetadata, serviceMetadataSchema } from './service-metadata.ts'
export {
  type EndpointFault,
  type EndpointState,
  type ReceiverState,
  type ServiceState,
  STATE_LIMITS,
  serviceStateSchema,
} from './service-state.ts'
export {
  countEvents,
  encodeRequestFacts,
  type RequestFacts,
  readStoredRequest,
  type StoredRequest,
} from './stored-request.ts'
export { isName, NAME_MAX_LENGTH, plainText, proseText } from './text.ts'
export { digestOfTile } from './tile-digest.ts'
export {
  MAX_TOOL_VALUES,
  type ToolAnswer,
  type ToolRequest,
  toolServerModel,
  toolServerOf,
} from './tool-request.ts'
export {
  NOT_EXTERNALLY_INSPECTED_FLAG,
  SENSITIVE_FILE_FLAG,
  UNREADABLE_FLAG,
  UNREADABLE_KINDS,
  type UnreadableKind,
  type UnreadableLevels,
  unreadableLevelsSchema,
} from './unreadable.ts'
export type { UnreadableRecord } from './unreadable-record.ts'
export type { RequestUsage } from './usage.ts'
export { waitSecondsOf } from './wait-seconds.ts'
export type { WireEvent } from './wire-event.ts'
