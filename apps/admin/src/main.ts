import { runService } from '@sluice/service-kit'
import { adminService } from './server.ts'

await runService(adminService)
