export {
  auditSchema,
  cbomSchema,
  cycloneDxSchema,
  findingsSchema,
  planSchema,
  projectSchema,
  reportQuerySchema,
  reportRequestSchema,
  sarifSchema,
  scanRequestSchema,
  scanResultSchema,
  scansSchema,
  scoreSchema,
  signingKeysSchema,
  verdictSchema,
} from './documents.ts'
export { errorSchema, internalErrorSchema, scanIncompleteSchema } from './errors.ts'
export { ALGORITHM_HEADER, KEY_ID_HEADER, SCAN_FAILURE_HEADER } from './headers.ts'
export {
  historySchema,
  permissionsSchema,
  projectNameSchema,
  projectsSchema,
  scanFiguresSchema,
  uploadedProjectSchema,
  uploadQuerySchema,
  uploadSchema,
} from './projects.ts'
export {
  responseListSchema,
  responseSchema,
  submissionSchema,
  templateListSchema,
  templateSchema,
} from './questionnaire.ts'
export { invalidCredentialsSchema, tokenRequestSchema, tokenSchema } from './token.ts'
