/*
 * Shows how a project stands against CNSA 2.0, worst first, as a page of a portal would:
 *
 *   npm run build
 *   node packages/assessment-contract/examples/show-verdict.mjs http://127.0.0.1:8084 .
 */
import { createAssessmentClient } from '@sluice/assessment-contract/client'

const [baseUrl = 'http://127.0.0.1:8084', project = '.'] = process.argv.slice(2)

const signedOut = createAssessmentClient({ baseUrl })
const signedIn = await signedOut.POST('/v1/auth/token', { body: { clientId: 'exec-001' } })
if (signedIn.data === undefined) throw new Error(`no token: status ${signedIn.response.status}`)

const client = createAssessmentClient({ baseUrl, token: signedIn.data.token })
const { data, response } = await client.GET('/v1/cnsa-verdict', { params: { query: { project } } })
if (data === undefined) {
  const reason = response.headers.get('x-scan-failure') ?? `status ${response.status}`
  throw new Error(`${project} was not assessed: ${reason}`)
}

const lines = [
  `${data.verdict} with ${data.evidence.profileName}`,
  ...data.gaps.map((gap) => `- ${gap.algorithm}: ${gap.gapDescription}\n  ${gap.recommendedAction}`),
]
process.stdout.write(`${lines.join('\n')}\n`)
