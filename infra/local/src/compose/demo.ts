import { readFileSync } from 'node:fs'
import { startOwnOidc } from '@sluice/testkit/local'
import { consoleClient } from '../console-client.ts'
import { startDemoModel } from '../demo-model.ts'
import { SAMPLE_USERS } from '../sample-users.ts'
import { seedUsers } from '../seed-users.ts'
import { SOAR_CLIENT } from '../soar-client.ts'
import { AUDIENCES, consoleAt, DEMO_ISSUER, DEMO_MODEL_PORT, DEMO_OIDC_PORT } from './addresses.ts'

/**
 * What the container `demo` of docker-compose.yml runs: an identity provider that asks for no password and the sample
 * users, unless `OIDC_ISSUER` names a real one, and a model that answers with what it was asked, unless `ENDPOINTS`
 * names real ones.
 */
const EVERYWHERE = '0.0.0.0'
const print = (text: string) => console.log(text)
const { OIDC_ISSUER, ENDPOINTS, DATABASE_URL, DATABASE_URL_FILE = '', ADMIN_PORT } = process.env

if (OIDC_ISSUER) print('OIDC_ISSUER is set: no sample users here.')
else {
  await seedUsers(DATABASE_URL || readFileSync(DATABASE_URL_FILE, 'utf8'), SAMPLE_USERS)
  await startOwnOidc({
    users: SAMPLE_USERS,
    audience: AUDIENCES.gateway,
    otherAudiences: [AUDIENCES.admin, AUDIENCES.soar],
    host: EVERYWHERE,
    port: DEMO_OIDC_PORT,
    issuer: DEMO_ISSUER,
    keyFile: '/var/lib/sluice/identity/keys.json',
    accessTokenTtlSeconds: 8 * 60 * 60,
    serviceClaims: SOAR_CLIENT.claims,
    webClients: [consoleClient(consoleAt(ADMIN_PORT))],
  })
  print('The sample users are there. An access token: docker compose exec demo token alice')
  print(`The console: ${consoleAt(ADMIN_PORT)}/console/`)
}
if (ENDPOINTS) print('ENDPOINTS is set: the demo model is not served.')
else await startDemoModel({ port: DEMO_MODEL_PORT, host: EVERYWHERE, show: print })

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit())
