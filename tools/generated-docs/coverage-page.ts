import { KEPT_BY_PROVIDERS } from '@sluice/gateway/refused-members'
import { NOT_SERVED } from '@sluice/gateway/routes'
import { gatewayService } from '@sluice/gateway/service'
import { requestCoverage, toolCoverage } from '@sluice/pipeline/coverage'
import { generatedDocs } from '@sluice/service-kit'
import { z } from 'zod'

/** The wires by which requests reach a model, and the kinds of their requests. */
const WIRES = [
  { kind: 'chat', title: 'POST /v1/chat/completions' },
  { kind: 'responses', title: 'POST /v1/responses' },
  { kind: 'messages', title: 'POST /v1/messages' },
  { kind: 'embeddings', title: 'POST /v1/embeddings' },
  { kind: 'tool-call', title: 'POST /mcp/{server}' },
] as const

const INTRODUCTION = `# Coverage

What the layers see of each request and answer. Each thing is *enforced* (every layer sees it), *refused*, or *passes* by a
rule that is named here. \`npm run openapi\` writes this page from the routes and from the tables by which requests are
read; a test fails when it is not up to date, and a property test shows that no text of any request is left out.

An image, audio, a file or anything encrypted that nobody here can read gives its request the level that the setting
\`UNREADABLE_LEVELS\` has for it (7 unless it is set), and the policy action \`route-to-endpoint\` decides which endpoint
may see that level. PDF and office files are read in the places of files of the wires to models; what of one is no text has
the level of what it is.
`

const ANSWERS = `## Answers

Every answer of every wire, streamed or not, fresh or from the cache, passes the layers of the way back. In each text of it
L4 puts a value in the place of a token only as far as the caller's clearance allows; L6 digests what is delivered. These
pass as they are: ids, types and other words of the wire, log probabilities, vectors, and what a provider has signed or
encrypted, which holds tokens at most.
`

const describedRoutes = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })

/** The page `docs/coverage.md`. */
export function coveragePage(): { readonly path: string; readonly text: string } {
  const results = section('What a tool answers by POST /mcp/{server}, on its way in', 'tool-result')
  const parts = [INTRODUCTION, routesSection(), toolsSection(), ...WIRES.map(wireSection), results, ANSWERS]
  return { path: 'coverage.md', text: parts.join('\n') }
}

function routesSection(): string {
  const rows = [
    ...servedRoutes().map((route) => `| \`${route}\` | served |`),
    ...NOT_SERVED.map(({ path }) => `| \`${readable(path)}\` | refused with 501, and what to use instead |`),
  ]
  return `## Routes\n\n| route | what becomes of it |\n|---|---|\n${rows.join('\n')}\n| any other | refused with 404 |\n`
}

/** What a model's provider does by itself passes no layer. */
function toolsSection(): string {
  const rows = WIRES.filter(({ kind }) => kind !== 'embeddings' && kind !== 'tool-call').flatMap(({ kind, title }) =>
    toolCoverage(kind).map(({ what, treatment }) => `| \`${title}\` | ${what} | ${treatment} |`),
  )
  const kept = Object.keys(KEPT_BY_PROVIDERS).map((member) => `| \`POST /v1/responses\` | \`${member}\` | refused |`)
  const table = [...rows, ...kept].join('\n')
  return `## What a provider would do by itself\n\n| wire | what | what becomes of it |\n|---|---|---|\n${table}\n`
}

function servedRoutes(): readonly string[] {
  const page = generatedDocs(gatewayService).find(({ path }) => path.endsWith('.json'))
  const { paths } = describedRoutes.parse(JSON.parse(page?.text ?? '{}'))
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
}

/** Hono's \`:name{.+}\` as people write it. */
function readable(path: string): string {
  return path.replaceAll(/:([a-z]+)(?:\{[^}]*\})?/g, '{$1}')
}

function wireSection({ kind, title }: (typeof WIRES)[number]): string {
  return section(`What a request by ${title} holds`, kind)
}

function section(title: string, kind: Parameters<typeof requestCoverage>[0]): string {
  const rows = requestCoverage(kind).map(({ place, treatment }) => `| \`${place}\` | ${treatment} |`)
  const head = `## ${title}\n\n\`*\` stands for every member that is not named.`
  return `${head}\n\n| place | what becomes of it |\n|---|---|\n${rows.join('\n')}\n`
}
