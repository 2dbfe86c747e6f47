import { runService } from '@sluice/service-kit'
import { soarListenerService } from './server.ts'

await runService(soarListenerService)
