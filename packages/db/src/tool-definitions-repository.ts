import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
import { and, asc, eq, inArray, isNotNull, sql } from './drizzle.ts'
import { toolDefinitions } from './tool-definition-tables.ts'

/** One tool of an MCP server, as its server defines it. */
interface GivenTool {
  readonly name: string
  /** SHA-256 of the definition, base64url. */
  readonly digest: string
  /** Canonical JSON. */
  readonly definition: string
}

/** A tool with the definition that is accepted, and one that waits for that. */
export interface KnownTool {
  readonly server: string
  readonly tool: string
  readonly digest: string
  readonly definition: string
  /** Absent where it was accepted because it was the first. */
  readonly acceptedBy?: string
  readonly acceptedAt: Date
  readonly waiting?: { readonly digest: string; readonly definition: string; readonly since: Date }
}

interface Compared {
  /** Tools whose definition is not the accepted one. */
  readonly changed: ReadonlySet<string>
  /** Those of them whose new definition was not known before. */
  readonly newlyChanged: readonly string[]
}

type OfServer = { readonly tenant: string; readonly server: string }

/** Which definitions of tools are accepted. Every method throws `dependency_unavailable` if PostgreSQL fails. */
export interface ToolDefinitionsRepository {
  /** Accepts tools that were never seen, and keeps definitions other than the accepted ones for a decision. */
  compare(of: OfServer, tools: readonly GivenTool[], at: Date): Promise<Compared>
  /** By server and tool; at most 1,000. */
  list(of: {
    readonly tenant: string
    readonly server?: string | undefined
    readonly waiting?: boolean
  }): Promise<KnownTool[]>
  /** Accepts the definition that waits. False where none with this digest does. */
  accept(of: OfServer & { readonly tool: string; readonly digest: string }, by: string, at: Date): Promise<boolean>
}

const MAX_LISTED = 1_000

export function createToolDefinitionsRepository({ orm }: Pick<Database, 'orm'>): ToolDefinitionsRepository {
  const ofServer = ({ tenant, server }: OfServer) =>
    and(eq(toolDefinitions.tenant, tenant), eq(toolDefinitions.server, server))
  return {
    compare: (of, tools, at) =>
      attempt(async () => {
        if (tools.length === 0) return { changed: new Set(), newlyChanged: [] }
        const rows = tools.map(({ name, digest, definition }) => ({
          ...of,
          tool: name,
          digest,
          definition,
          acceptedAt: at,
        }))
        const written = await orm
          .insert(toolDefinitions)
          .values(rows)
          .onConflictDoUpdate({
            target: [toolDefinitions.tenant, toolDefinitions.server, toolDefinitions.tool],
            set: {
              waitingDigest: sql`excluded.digest`,
              waitingDefinition: sql`excluded.definition`,
              waitingSince: sql`excluded.accepted_at`,
            },
            setWhere: sql`${toolDefinitions.digest} <> excluded.digest
              and ${toolDefinitions.waitingDigest} is distinct from excluded.digest`,
          })
          .returning({ tool: toolDefinitions.tool, waiting: toolDefinitions.waitingDigest })
        const names = tools.map(({ name }) => name)
        const accepted = await orm
          .select({ tool: toolDefinitions.tool, digest: toolDefinitions.digest })
          .from(toolDefinitions)
          .where(and(ofServer(of), inArray(toolDefinitions.tool, names)))
        const digests = new Map(accepted.map(({ tool, digest }) => [tool, digest]))
        return {
          changed: new Set(tools.filter(({ name, digest }) => digests.get(name) !== digest).map(({ name }) => name)),
          newlyChanged: written.filter(({ waiting }) => waiting !== null).map(({ tool }) => tool),
        }
      }),
    list: ({ tenant, server, waiting = false }) =>
      attempt(async () => {
        const rows = await orm
          .select()
          .from(toolDefinitions)
          .where(
            and(
              eq(toolDefinitions.tenant, tenant),
              server === undefined ? undefined : eq(toolDefinitions.server, server),
              waiting ? isNotNull(toolDefinitions.waitingDigest) : undefined,
            ),
          )
          .orderBy(asc(toolDefinitions.server), asc(toolDefinitions.tool))
          .limit(MAX_LISTED)
        return rows.map(toKnownTool)
      }),
    accept: ({ tool, digest, ...of }, by, at) =>
      attempt(async () => {
        const written = await orm
          .update(toolDefinitions)
          .set({
            digest,
            definition: sql`${toolDefinitions.waitingDefinition}`,
            ...{ acceptedBy: by, acceptedAt: at, waitingDigest: null, waitingDefinition: null, waitingSince: null },
          })
          .where(and(ofServer(of), eq(toolDefinitions.tool, tool), eq(toolDefinitions.waitingDigest, digest)))
          .returning({ tool: toolDefinitions.tool })
        return written.length > 0
      }),
  }
}

function toKnownTool(row: typeof toolDefinitions.$inferSelect): KnownTool {
  const { server, tool, digest, definition, acceptedBy, acceptedAt } = row
  const { waitingDigest, waitingDefinition, waitingSince } = row
  return {
    ...{ server, tool, digest, definition, acceptedAt },
    ...(acceptedBy === null ? {} : { acceptedBy }),
    ...(waitingDigest === null || waitingDefinition === null || waitingSince === null
      ? {}
      : { waiting: { digest: waitingDigest, definition: waitingDefinition, since: waitingSince } }),
  }
}
