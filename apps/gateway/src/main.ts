import { runService } from '@sluice/service-kit'
import { gatewayRole } from './role.ts'
import { gatewayService } from './server.ts'
import { gatewayWorkerService } from './worker.ts'

await runService(gatewayRole(process.env) === 'worker' ? gatewayWorkerService : gatewayService)
