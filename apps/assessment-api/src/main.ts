import { runService } from '@sluice/service-kit'
import { assessmentService } from './server.ts'

await runService(assessmentService)
