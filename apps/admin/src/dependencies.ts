import type { Approvals } from '@sluice/approvals'
import type { Authenticator, createServiceIdentities } from '@sluice/auth'
import type { Clock } from '@sluice/contracts'
import type {
  ApiKeysRepository,
  AuditTrail,
  BreakGlassRepository,
  ConfiguredUsers,
  LegalHoldsRepository,
  LogCheckpoints,
  LogTiles,
  PoliciesRepository,
  PolicyDocumentsRepository,
  SiemDeadLetters,
  SiemReceivers,
  SoarDeliveriesRepository,
  ToolDefinitionsRepository,
  UsageRepository,
  UsersRepository,
} from '@sluice/db'
import type { VerifierKey } from '@sluice/evidence'
import type { SessionKeys } from '@sluice/keys'
import type { Outbox } from '@sluice/outbox'
import type { PolicySource } from '@sluice/policy'
import type { SeenService } from '@sluice/redis'
import type { FreezeControl, SessionStore } from '@sluice/sessions'
import type { KeyRing } from '@sluice/token-vault'
import type { Exports } from './audit/exports.ts'
import type { ReadRecords } from './audit/read-records.ts'
import type { BreakGlass } from './break-glass/break-glass.ts'
import type { CodenameAdministration } from './codenames/open-codenames.ts'
import type { ConsoleCallers } from './console/console-callers.ts'
import type { Denial } from './denial.ts'
import type { Erasures } from './erasures.ts'
import type { Evidence } from './evidence/open-evidence.ts'
import type { HeldMappings } from './held-mappings.ts'
import type { IdentitySync } from './identity-sync.ts'
import type { JointUnfreeze } from './joint-unfreeze.ts'
import type { ReadBudgets } from './limits/taken-budgets.ts'
import type { LogTrust } from './log/open-log.ts'
import type { Overviews } from './overview/overviews.ts'
import type { PolicyChanges } from './policies/change-policies.ts'
import type { PolicySimulation } from './policies/simulate-policies.ts'
import type { PolicyTests } from './policies/test-policies.ts'
import type { SiemReceiver } from './siem/siem-config.ts'
import type { StepUp } from './step-up.ts'
import type { ReadPrincipal } from './wire/user-view.ts'

/** What the admin service works with; `server.ts` puts it together. Each operation picks what it needs. */
export interface Dependencies {
  readonly authenticator: Pick<Authenticator, 'authenticate' | 'loginOf'>
  /** Finds who has a session of the console; undefined where there is none. */
  readonly consoleCallers: Pick<ConsoleCallers, 'find'> | undefined
  /** How fresh or strong a login operations ask for. */
  readonly stepUp: StepUp
  /** Whether people may ask as sample users. */
  readonly hasSampleUsers: boolean
  readonly policies: PolicySource
  /** Who is active, remembered for a few seconds. */
  readonly activeUsers: ConfiguredUsers
  readonly apiKeys: Pick<ApiKeysRepository, 'insert' | 'find' | 'list' | 'changeLimits' | 'revoke'>
  /** Finds a service that calls without a user. */
  readonly findService: ReturnType<typeof createServiceIdentities>
  /** The role of each group. */
  readonly rolesByGroup: Readonly<Record<string, string>>
  readonly users: Pick<UsersRepository, 'find' | 'findAll' | 'list' | 'search'>
  /** Reads who somebody of the Users store would come as. */
  readonly readPrincipal: ReadPrincipal
  readonly sessions: Pick<
    SessionStore,
    'find' | 'findUser' | 'list' | 'frozenUsers' | 'countFrozenUsers' | 'acknowledgements' | 'leases'
  >
  /** What each process has said of itself lately. Rejects with `dependency_unavailable`. */
  readonly serviceStates: () => Promise<readonly SeenService[]>
  readonly freezes: Pick<
    FreezeControl,
    'freezeSession' | 'unfreezeSession' | 'freezeUser' | 'unfreezeUser' | 'revokeClient' | 'announceClient'
  >
  readonly jointUnfreeze: JointUnfreeze
  readonly identitySync: Pick<IdentitySync, 'status' | 'confirm'>
  readonly storedPolicies: Pick<PoliciesRepository, 'all' | 'history'>
  readonly policyDocuments: Pick<PolicyDocumentsRepository, 'find'>
  readonly toolDefinitions: Pick<ToolDefinitionsRepository, 'list' | 'accept'>
  readonly policyChanges: PolicyChanges
  readonly policySimulation: PolicySimulation
  readonly policyTests: PolicyTests
  readonly breakGlass: Pick<BreakGlass, 'open' | 'confirm' | 'revoke' | 'reveal'>
  readonly breakGlassGrants: Pick<BreakGlassRepository, 'list' | 'lastProven'>
  readonly auditTrail: Pick<AuditTrail, 'list'>
  /** Commits to the trail. */
  readonly log: {
    readonly tiles: Pick<LogTiles, 'read'>
    readonly checkpoints: Pick<LogCheckpoints, 'find'>
    /** Those that it signs with; undefined where it signs nothing. */
    readonly keys: readonly VerifierKey[] | undefined
    readonly trust: LogTrust | undefined
  }
  readonly evidence: Evidence
  readonly legalHolds: LegalHoldsRepository
  readonly mappingHolds: HeldMappings
  readonly erasures: Erasures
  readonly usage: Pick<UsageRepository, 'report' | 'usedBy'>
  /** Reads what gateways have taken of budgets. */
  readonly readBudgets: ReadBudgets
  /** The departments that `QUOTAS` names. */
  readonly limitedDepartments: readonly string[]
  readonly soarDeliveries: Pick<SoarDeliveriesRepository, 'list' | 'find' | 'sendAgain' | 'sendAllAgain' | 'count'>
  readonly overviews: Pick<Overviews, 'of'>
  /** Who gets events, and what they have refused. */
  readonly siem: {
    readonly configured: readonly SiemReceiver[]
    readonly receivers: Pick<SiemReceivers, 'backlogOf'>
    readonly letters: Pick<SiemDeadLetters, 'list' | 'find' | 'sendAgain' | 'sendAllAgain' | 'countDead'>
  }
  readonly exports: Pick<Exports, 'stream' | 'run'>
  readonly readRecords: Pick<ReadRecords, 'note'>
  readonly approvals: Pick<Approvals, 'list' | 'get' | 'contentOf' | 'vote'>
  /** Opens what the gateways sealed; absent without DATA_KEYS. */
  readonly keyRing: KeyRing | undefined
  /** Brings the keys of sessions into it; absent where it is. */
  readonly sessionKeys: Pick<SessionKeys, 'load'> | undefined
  readonly outbox: Pick<Outbox, 'append'>
  /** The remembered answers. Both reject with `dependency_unavailable`. */
  readonly answers: {
    /** Those of all tenants, and what they take. */
    measure(): Promise<{ readonly answers: number; readonly bytes: number }>
    /** Forgets those of a tenant, or of one user. */
    forget(owner: { readonly tenant: string; readonly sub?: string | undefined }): Promise<void>
  }
  readonly clock: Clock
  /** Names the log that commits to the audit trail. */
  readonly logOrigin: string
  /** Of the product, as SIEM events name it. */
  readonly version: string
  /** Called for each caller who is refused. */
  readonly onDenied: (denial: Denial) => void
  readonly codenames: CodenameAdministration
  /** The longest request body, in bytes. */
  readonly maxBodyBytes: number
  /** The longest upload of codenames, in bytes. */
  readonly maxUploadBytes: number
}
