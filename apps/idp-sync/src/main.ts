import { runService } from '@sluice/service-kit'
import { idpSyncService } from './server.ts'

await runService(idpSyncService)
