import { createRequire } from 'node:module'

/**
 * Drizzle as CommonJS. Its package.json has 447 entries in 180 kB, which Node reads again for each ECMAScript module
 * that it loads: three quarters of a second and 200 MB of garbage in every service (decision 0105).
 */
const load = createRequire(import.meta.url)
const core: typeof import('drizzle-orm') = load('drizzle-orm')
const pgCore: typeof import('drizzle-orm/pg-core') = load('drizzle-orm/pg-core')
const nodePostgres: typeof import('drizzle-orm/node-postgres') = load('drizzle-orm/node-postgres')
const migrator: typeof import('drizzle-orm/node-postgres/migrator') = load('drizzle-orm/node-postgres/migrator')

export type { SQL } from 'drizzle-orm'
export type { NodePgDatabase } from 'drizzle-orm/node-postgres'
export const {
  DrizzleQueryError,
  and,
  arrayContains,
  arrayOverlaps,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  lte,
  max,
  min,
  ne,
  or,
  sql,
} = core
export const {
  bigint,
  boolean,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} = pgCore
export const { drizzle } = nodePostgres
export const { migrate } = migrator
