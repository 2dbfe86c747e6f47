import { generatedDocs } from '@sluice/service-kit'
import { describeRoutes } from './add-routes.ts'
import { assessmentConfigSchema } from './config.ts'
import { ASSESSMENT_INFO } from './open-api.ts'

/** What `npm run openapi` writes from the code; a test fails when a committed text is not up to date. */
export const GENERATED_DOCS = generatedDocs({
  root: new URL('../../../docs/', import.meta.url),
  name: 'assessment-api',
  info: ASSESSMENT_INFO,
  describeRoutes,
  service: 'the assessment API',
  schema: assessmentConfigSchema,
  notes: ['None is required. What the service does is in [assessment/api.md](../assessment/api.md).'],
})
