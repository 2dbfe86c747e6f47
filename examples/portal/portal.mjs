// A page of a portal: how a project stands against CNSA 2.0. The token stays on this side; a browser gets HTML only.
import { createServer } from 'node:http'
import { createAssessmentClient } from '@sluice/api-clients/assessment'

const { ASSESSMENT_URL = 'http://127.0.0.1:8084', PROJECT = '.', PORT = '9001' } = process.env

async function verdictPage() {
  const signedIn = await createAssessmentClient({ baseUrl: ASSESSMENT_URL }).POST('/v1/auth/token', {
    body: { clientId: 'exec-001' },
  })
  if (signedIn.data === undefined) throw new Error(`No token: status ${signedIn.response.status}`)
  const client = createAssessmentClient({ baseUrl: ASSESSMENT_URL, token: signedIn.data.token })
  const { data, response } = await client.GET('/v1/cnsa-verdict', { params: { query: { project: PROJECT } } })
  if (data === undefined) {
    // Of a scan that did not come to its end nothing is concluded.
    const reason = response.headers.get('x-scan-failure') ?? `status ${response.status}`
    return page('Not assessed', `<p>The project was not assessed: ${escapeHtml(reason)}.</p>`)
  }
  const rows = data.gaps.map(
    (gap) =>
      `<tr><td>${escapeHtml(gap.algorithm)}<td>${escapeHtml(gap.gapDescription)}<td>${escapeHtml(gap.recommendedAction)}</tr>`,
  )
  return page(`${data.verdict}: ${data.evidence.profileName}`, `<table>${rows.join('\n')}</table>`)
}

/** @param {string} title @param {string} content */
function page(title, content) {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<h1>${escapeHtml(title)}</h1>
${content}
</html>
`
}

/** What a scan has found was written by strangers. @param {string} text */
function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

const server = createServer(async (_request, response) => {
  try {
    const html = await verdictPage()
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'none'" })
      .end(html)
  } catch (error) {
    console.error(error)
    response.writeHead(502).end('The assessment API gave no answer.')
  }
})
server.listen(Number(PORT), '127.0.0.1', () => console.log(`The page is at http://127.0.0.1:${PORT}`))
