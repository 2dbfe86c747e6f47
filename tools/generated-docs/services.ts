import { adminService } from '@sluice/admin/service'
import { assessmentService } from '@sluice/assessment-api/service'
import { gatewayService } from '@sluice/gateway/service'
import { idpSyncService } from '@sluice/idp-sync/service'
import type { ServiceDescription } from '@sluice/service-kit'
import { soarListenerService } from '@sluice/soar-listener/service'

/** Every service that has generated pages; a test compares the list with the folders under `apps/`. */
export const SERVICES: readonly ServiceDescription[] = [
  adminService,
  assessmentService,
  gatewayService,
  idpSyncService,
  soarListenerService,
]
