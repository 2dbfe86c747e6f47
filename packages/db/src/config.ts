import { url } from '@sluice/service-kit/environment'
import type { z } from 'zod'

/** The variables of a service that uses PostgreSQL; `holds` says for what. Spread them into the service's schema. */
export function databaseConfigShape({ holds }: { readonly holds: string }) {
  return { DATABASE_URL: url(['postgres', 'postgresql']).describe(`PostgreSQL with ${holds}.`) }
}

export type DatabaseConfig = z.output<z.ZodObject<ReturnType<typeof databaseConfigShape>>>
