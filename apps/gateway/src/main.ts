import { runService } from '@sluice/service-kit'
import { gatewayRole } from './role.ts'

// Each role loads its own modules only.
if (gatewayRole(process.env) === 'worker') await runService((await import('./worker.ts')).gatewayWorkerService)
else await runService((await import('./server.ts')).gatewayService)
