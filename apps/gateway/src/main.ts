import { runService } from '@sluice/service-kit'
import { gatewayService } from './server.ts'

await runService(gatewayService)
