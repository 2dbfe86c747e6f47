import type { Clock } from '@sluice/contracts'
import type { Logger } from '@sluice/service-kit'
import type { SigningKeys } from './engine.ts'
import type { Tokens } from './identity/tokens.ts'
import type { Identify } from './middleware/identify.ts'
import type { Questionnaires } from './questionnaire/questionnaires.ts'
import type { RecentRecords } from './records/recent-records.ts'
import type { AuditEntry, HistoryRecord } from './records/records.ts'
import type { Assessments } from './scans/assessments.ts'
import type { ProjectPath } from './scans/project-path.ts'
import type { Uploads } from './uploads/uploads.ts'

/** What the routes work with. `server.ts` puts it together. */
export interface AssessmentApi {
  readonly tokens: Tokens
  readonly identify: Identify
  readonly signingKeys: SigningKeys
  readonly assessments: Assessments
  /** Throws `invalid_request` or a `ScanFailure`. */
  readonly locateProject: (project: string) => Promise<ProjectPath>
  /** The path as records show it, whether or not there is anything. */
  readonly absolutePathOf: (project: string) => string
  /** Folders that configuration names for scans. */
  readonly projectRoots: readonly string[]
  readonly uploads: Uploads
  readonly history: RecentRecords<HistoryRecord>
  readonly audit: RecentRecords<AuditEntry>
  readonly questionnaires: Questionnaires
  readonly clock: Clock
  readonly logger: Logger
  readonly newId: () => string
  /** Whether a request for a token brings the configured secret, if one is configured. */
  readonly acceptsSecret: (secret: unknown) => boolean
  /** The longest request body, in bytes. */
  readonly maxBodyBytes: number
}
