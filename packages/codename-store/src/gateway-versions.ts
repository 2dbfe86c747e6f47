import { asDependencyError } from '@sluice/redis'
import type { Redis } from 'ioredis'

/** Says that codenames have changed; what has changed is read from PostgreSQL. */
export const CODENAMES_CHANNEL = 'sluice:codenames:changed'

/** A report that is older than this comes from a gateway that is gone, in milliseconds. */
const REPORT_TTL_MS = 120_000

/** The version that one gateway finds codenames of. */
interface GatewayVersion {
  readonly gateway: string
  readonly version: number
  /** Milliseconds since the Unix epoch. */
  readonly atMs: number
}

/** Tells every gateway that codenames have changed, after the change. Throws `dependency_unavailable`. */
export async function announceCodenames(redis: Redis): Promise<void> {
  await attempt(() => redis.publish(CODENAMES_CHANNEL, 'changed'))
}

/** Reports which version a gateway has. Throws `dependency_unavailable`. */
export async function reportVersion(redis: Redis, tenant: string, report: GatewayVersion): Promise<void> {
  const { gateway, version, atMs } = report
  const key = keyOf(tenant)
  await attempt(() => redis.multi().hset(key, gateway, `${version} ${atMs}`).pexpire(key, REPORT_TTL_MS).exec())
}

/** The versions of the gateways that have reported lately, by their names. Throws `dependency_unavailable`. */
export async function gatewayVersions(redis: Redis, tenant: string, nowMs: number): Promise<GatewayVersion[]> {
  const key = keyOf(tenant)
  const reports = Object.entries(await attempt(() => redis.hgetall(key))).map(([gateway, report]) => {
    const [version, atMs] = report.split(' ').map(Number)
    return { gateway, version: version ?? 0, atMs: atMs ?? 0 }
  })
  const gone = reports.filter(({ atMs }) => nowMs - atMs > REPORT_TTL_MS).map(({ gateway }) => gateway)
  if (gone.length > 0) await attempt(() => redis.hdel(key, ...gone))
  return reports.filter(({ gateway }) => !gone.includes(gateway)).toSorted((a, b) => a.gateway.localeCompare(b.gateway))
}

function keyOf(tenant: string): string {
  return `sluice:codenames:gateways:${tenant}`
}

async function attempt<Result>(command: () => Promise<Result>): Promise<Result> {
  try {
    return await command()
  } catch (error) {
    throw asDependencyError(error)
  }
}
