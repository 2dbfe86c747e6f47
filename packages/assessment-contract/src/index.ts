export {
  auditSchema,
  cbomSchema,
  cycloneDxSchema,
  findingsSchema,
  historySchema,
  permissionsSchema,
  planSchema,
  projectNameSchema,
  projectSchema,
  projectsSchema,
  reportQuerySchema,
  reportRequestSchema,
  sarifSchema,
  scanFiguresSchema,
  scanRequestSchema,
  scanResultSchema,
  scansSchema,
  scoreSchema,
  signingKeysSchema,
  uploadedProjectSchema,
  uploadQuerySchema,
  uploadSchema,
  verdictSchema,
} from './documents.ts'
export { errorSchema, internalErrorSchema, scanIncompleteSchema } from './errors.ts'
export { ALGORITHM_HEADER, KEY_ID_HEADER, SCAN_FAILURE_HEADER } from './headers.ts'
export {
  responseListSchema,
  responseSchema,
  submissionSchema,
  templateListSchema,
  templateSchema,
} from './questionnaire.ts'
export { invalidCredentialsSchema, tokenRequestSchema, tokenSchema } from './token.ts'
