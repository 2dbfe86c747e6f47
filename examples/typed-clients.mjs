// One call with the typed client of each API.
import { createAdminClient } from '@sluice/api-clients/admin'
import { createAssessmentClient } from '@sluice/api-clients/assessment'
import { createGatewayClient } from '@sluice/api-clients/gateway'
import { createSoarClient } from '@sluice/api-clients/soar-listener'

const {
  SLUICE_URL = 'http://127.0.0.1:8080',
  SLUICE_TOKEN = '',
  ADMIN_URL = 'http://127.0.0.1:8081',
  ADMIN_TOKEN = '',
  SOAR_URL = 'http://127.0.0.1:8082',
  SOAR_TOKEN = '',
  ASSESSMENT_URL = 'http://127.0.0.1:8084',
} = process.env

const gateway = createGatewayClient({ baseUrl: SLUICE_URL, token: SLUICE_TOKEN })
const models = await gateway.GET('/v1/models')
console.log('Models:', models.data?.data.map(({ id }) => id).join(', ') ?? models.error)

const admin = createAdminClient({ baseUrl: ADMIN_URL, token: ADMIN_TOKEN })
const sessions = await admin.GET('/admin/sessions', { params: { query: { user: 'alice' } } })
console.log('Sessions of alice:', sessions.data?.data.length ?? sessions.error?.code)

const soar = createSoarClient({ baseUrl: SOAR_URL, token: SOAR_TOKEN })
const frozen = await soar.POST('/soar/command', {
  body: { command: 'freeze_user', user: { sub: 'nobody' }, reason: 'An example' },
})
console.log('Freeze of nobody:', frozen.data?.state ?? frozen.error?.code)

const assessment = createAssessmentClient({ baseUrl: ASSESSMENT_URL })
const token = await assessment.POST('/v1/auth/token', { body: { clientId: 'exec-001' } })
console.log('Assessment API:', token.response.status)
