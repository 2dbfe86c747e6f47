export { type ApiKeysRepository, createApiKeysRepository, type StoredApiKey } from './api-keys-repository.ts'
export type {
  Approval,
  ApprovalContent,
  ApprovalState,
  ApprovalStep,
  ApprovalThreshold,
  ApprovalVote,
} from './approval.ts'
export {
  type ApprovalChange,
  type ApprovalQuery,
  type ApprovalRef,
  type ApprovalsRepository,
  createApprovalsRepository,
} from './approvals-repository.ts'
export { type AuditRetention, createAuditRetention, type LateSession } from './audit-retention.ts'
export { type AuditFilter, type AuditRow, type AuditTrail, createAuditTrail } from './audit-trail.ts'
export type { BreakGlassGrant, TurnedKey } from './break-glass-grant.ts'
export {
  type BreakGlassRef,
  type BreakGlassRepository,
  createBreakGlassRepository,
} from './break-glass-repository.ts'
export { type CodenamesRepository, createCodenamesRepository } from './codenames-repository.ts'
export { databaseConfigShape } from './config.ts'
export type { ConfiguredUsers } from './configured-users.ts'
export {
  type ConsoleSession,
  type ConsoleSessionsRepository,
  createConsoleSessionsRepository,
  type FoundConsoleSession,
} from './console-sessions-repository.ts'
export { type Database, openDatabase } from './database.ts'
export {
  type ConfirmationOutcome,
  createDirectorySyncRepository,
  type DirectorySyncRepository,
} from './directory-sync-repository.ts'
export type { DirectorySyncCounts, DirectorySyncRun, HeldPlan, SyncTrigger } from './directory-sync-run.ts'
export {
  createDirectoryUsersRepository,
  type DirectoryUserRow,
  type DirectoryUsersRepository,
  type KnownUser,
} from './directory-users-repository.ts'
export type { RecordedEntry } from './enter-records.ts'
export type { ErasedSubject, ErasureRecord } from './erase-contents.ts'
export {
  createEvidenceChallengesRepository,
  type EvidenceChallenge,
  type EvidenceChallengesRepository,
} from './evidence-challenges-repository.ts'
export {
  createEvidenceProofsRepository,
  type EvidenceProofsRepository,
  type StoredProof,
} from './evidence-proofs-repository.ts'
export { createLegalHoldsRepository, type LegalHold, type LegalHoldsRepository } from './legal-holds-repository.ts'
export { createLogCheckpoints, type LogCheckpoints, type StoredCheckpoint } from './log-checkpoints.ts'
export { createLogTiles, type LogTiles } from './log-tiles.ts'
export { migrate } from './migrate.ts'
export { openMigratedDatabase } from './open-migrated-database.ts'
export { openUsers } from './open-users.ts'
export { createPoliciesRepository, type PoliciesRepository } from './policies-repository.ts'
export {
  createPolicyDocumentsRepository,
  type KeptPolicyDocument,
  type PolicyDocumentsRepository,
} from './policy-documents-repository.ts'
export { type CountedRequests, type CountedStep, createRequestCounts, type RequestCounts } from './request-counts.ts'
export {
  createSecurityKeysRepository,
  type SecurityKey,
  type SecurityKeysRepository,
} from './security-keys-repository.ts'
export {
  createSessionKeysRepository,
  type SessionKeyRef,
  type SessionKeysRepository,
} from './session-keys-repository.ts'
export { createSiemDeadLetters, type SiemDeadLetter, type SiemDeadLetters } from './siem-dead-letters.ts'
export { createSiemReceivers, type SiemProgress, type SiemReceivers, type SiemTurn } from './siem-receivers.ts'
export {
  createSoarDeliveriesRepository,
  type SoarDeliveriesRepository,
  type SoarDelivery,
} from './soar-deliveries-repository.ts'
export type { CodenameBlock, CodenameCounts } from './stored-codenames.ts'
export type { PolicyChange, PolicyStatement, PolicyVersion, StoredPolicy } from './stored-policy.ts'
export {
  createToolDefinitionsRepository,
  type KnownTool,
  type ToolDefinitionsRepository,
} from './tool-definitions-repository.ts'
export {
  createUsageRepository,
  MAX_USAGE_ROWS,
  USAGE_DIMENSIONS,
  type UsageRepository,
  type UsageRow,
  type UserUsage,
} from './usage-repository.ts'
export { createUsersRepository, type UsersRepository } from './users-repository.ts'
