import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { type BuildContext, createApp, type Logger, type ServiceDefinition } from '@sluice/service-kit'
import { addRoutes, describeRoutes } from './add-routes.ts'
import type { AssessmentApi } from './assessment-api.ts'
import { type AssessmentConfig, assessmentConfigSchema, DEFAULT_TOKEN_KEY } from './config.ts'
import { createSeparateEngine } from './engine/separate-engine.ts'
import type { Engine, SigningKeys } from './engine.ts'
import { createSecretCheck } from './identity/secret-check.ts'
import { createTokens } from './identity/tokens.ts'
import { allowOrigins } from './middleware/allow-origins.ts'
import { createIdentify } from './middleware/identify.ts'
import { recordMutations } from './middleware/record-mutations.ts'
import { refuseOthers } from './middleware/refuse-others.ts'
import { createQuestionnaires } from './questionnaire/questionnaires.ts'
import { TEMPLATES } from './questionnaire/templates.ts'
import { createRecentRecords } from './records/recent-records.ts'
import { type Assessments, createAssessments } from './scans/assessments.ts'
import { locateProject, resolveRoots } from './scans/project-path.ts'
import { createScanQueue } from './scans/scan-queue.ts'
import { obtainSigningKeys } from './signing-keys.ts'
import { openUploads, type Uploads } from './uploads/uploads.ts'
import { createClientErrorRenderer, renderError } from './wire/errors.ts'

/** Specification, section 1, rule 5. */
const OPENAPI_PATH = '/openapi/v1.json'

/** The assessment API as a service: what it opens, and in which order it closes. */
export const assessmentService: ServiceDefinition<AssessmentConfig> = {
  name: 'assessment-api',
  info: {
    title: 'Sluice cryptographic assessment',
    version: '1.0.0',
    description:
      'Finds cryptography in source code, scores its quantum risk, and gives a CNSA 2.0 verdict, a migration plan and reports.',
  },
  configSchema: assessmentConfigSchema,
  describeRoutes,
  docs: {
    title: 'the assessment API',
    notes: ['None is required. What the service does is in [assessment/api.md](../assessment/api.md).'],
  },
  async build(context) {
    warnOfDefaults(context.config, context.logger)
    const engine = await openEngine(context)
    // A pack or a key that cannot be used must end the start, not the first scan.
    const signingKeys = await engine.describeKeys()
    const api = await composeApi(context, engine, signingKeys)
    const { identify, audit: trail } = api
    const { ASSESSMENT_ORIGINS: origins, ASSESSMENT_HOSTS: hosts } = context.config
    const app = createApp({
      ...context,
      renderError,
      openApiPath: OPENAPI_PATH,
      // The trail is the outermost: it has what the caller has got.
      middleware: [
        recordMutations({ ...context, trail, identify }),
        refuseOthers({ origins, hosts }),
        allowOrigins(origins),
      ],
    })
    addRoutes(app, api)
    return { app, renderClientError: createClientErrorRenderer(origins), acceptAnyHost: true }
  },
}

async function openEngine({ config, logger, onClose }: BuildContext<AssessmentConfig>): Promise<Engine> {
  const engine = createSeparateEngine({
    settings: {
      packs: config.ASSESSMENT_PACKS,
      ...(config.SCAN_WORKERS === 0 ? {} : { scanWorkers: config.SCAN_WORKERS }),
      maxFileBytes: config.SCAN_MAX_FILE_BYTES,
      readsIgnored: config.SCAN_IGNORED_FILES,
      timeLimitMs: config.SCAN_TIME_LIMIT_MS,
      maxFindings: config.SCAN_MAX_FINDINGS,
      signingKeys: await obtainSigningKeys(config),
      organization: config.REPORT_ORGANIZATION,
    },
    maxProcesses: config.SCANS_AT_ONCE,
    maxHeapMb: config.ENGINE_HEAP_MIB,
    logger,
  })
  onClose('engine', () => engine.close())
  return engine
}

async function composeApi(
  context: BuildContext<AssessmentConfig>,
  engine: Engine,
  signingKeys: SigningKeys,
): Promise<AssessmentApi> {
  const { config, clock, logger, metrics, onClose } = context
  const queue = createScanQueue({ maxRunning: config.SCANS_AT_ONCE, maxWaiting: config.SCANS_WAITING })
  metrics.gauge({
    name: 'sluice_scans_running',
    help: 'Scans that run.',
    collect() {
      this.set(queue.running)
    },
  })
  metrics.gauge({
    name: 'sluice_scans_waiting',
    help: 'Scans that wait for their turn.',
    collect() {
      this.set(queue.waiting)
    },
  })
  const ended = metrics.counter({ name: 'sluice_scans_total', help: 'Scans that ended.', labelNames: ['outcome'] })
  const assessments = createAssessments({
    engine,
    queue,
    clock,
    logger,
    reuseMs: config.SCAN_REUSE_MS,
    maxKept: config.SCANS_KEPT,
    onScanEnd: (outcome) => ended.inc({ outcome }),
  })
  onClose('assessments', () => assessments.close())
  const workingDirectory = process.cwd()
  const uploads = await openUploadFolder(context, assessments)
  onClose('uploads', () => uploads.close())
  const roots = await resolveRoots(config.ASSESSMENT_ROOTS, workingDirectory)
  const scannable = roots.length === 0 || uploads.root === undefined ? roots : [...roots, uploads.root]
  const tokens = createTokens({ key: config.TOKEN_KEY, clock })
  return {
    tokens,
    identify: createIdentify(tokens),
    signingKeys,
    assessments,
    locateProject: (project) => locateProject(project, { workingDirectory, roots: scannable }),
    absolutePathOf: (project) => resolve(workingDirectory, project),
    projectRoots: config.ASSESSMENT_ROOTS.map((root) => resolve(workingDirectory, root)),
    uploads,
    history: createRecentRecords({ maxRecords: config.HISTORY_RECORDS }),
    audit: createRecentRecords({ maxRecords: config.AUDIT_ENTRIES }),
    questionnaires: createQuestionnaires(
      TEMPLATES,
      createRecentRecords({ maxRecords: config.QUESTIONNAIRE_RESPONSES }),
    ),
    clock,
    logger,
    newId: randomUUID,
    maxBodyBytes: config.MAX_BODY_BYTES,
    acceptsSecret: createSecretCheck(config.TOKEN_SECRET),
  }
}

async function openUploadFolder(
  { config, clock, logger }: BuildContext<AssessmentConfig>,
  assessments: Pick<Assessments, 'underWay'>,
): Promise<Uploads> {
  const limits = {
    ...{ maxProjects: config.UPLOADED_PROJECTS, maxFiles: config.UPLOAD_FILES },
    ...{ maxArchiveBytes: config.UPLOAD_BYTES, maxBytes: config.UPLOAD_UNPACKED_BYTES },
  }
  const isBeingScanned = (path: string) => assessments.underWay().some((scan) => scan.path === path)
  try {
    return await openUploads({ limits, clock, isBeingScanned })
  } catch (err) {
    logger.warn({ err }, 'no uploads are taken: the folder for temporary files cannot be written')
    return await openUploads({ limits: { ...limits, maxProjects: 0 }, clock, isBeingScanned })
  }
}

function warnOfDefaults(config: AssessmentConfig, logger: Logger): void {
  if (config.TOKEN_KEY === DEFAULT_TOKEN_KEY) {
    logger.warn(
      'TOKEN_KEY is not set: tokens are signed with the default key, which is public. Anyone can make tokens.',
    )
  }
  if (config.TOKEN_SECRET === undefined) {
    logger.warn('TOKEN_SECRET is not set: whoever reaches the port gets a token of any role.')
  }
  if (config.ASSESSMENT_ROOTS.length === 0) {
    logger.warn(
      'ASSESSMENT_ROOTS is not set: whoever has a token can have any folder scanned that this process can read.',
    )
  }
  if (config.CBOM_SIGNING_KEY_FILE === undefined) {
    logger.warn('CBOM_SIGNING_KEY_FILE is not set: bills of materials are signed with a key made for this run only.')
  }
}
