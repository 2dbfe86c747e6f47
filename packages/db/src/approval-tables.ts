import type { ApprovalSubject, ApprovalThreshold, ApprovalVote } from './approval.ts'
import { bigint, boolean, index, integer, jsonb, pgTable, sql, text, timestamp, uniqueIndex, uuid } from './drizzle.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** Requests that wait, or have waited, for a human. */
export const approvals = pgTable(
  'approvals',
  {
    id: uuid().primaryKey(),
    tenant: text().notNull(),
    sub: text().notNull(),
    username: text().notNull(),
    departments: text().array().notNull(),
    sessionId: bigint('session_id', { mode: 'number' }).notNull(),
    requestDigest: text('request_digest').notNull(),
    // A gateway of an earlier version, during an upgrade, knows no orders: each of its requests is one of its own.
    orderDigest: text('order_digest').notNull().default(sql`gen_random_uuid()::text`),
    subject: jsonb().$type<ApprovalSubject>().notNull(),
    thresholds: jsonb().$type<readonly ApprovalThreshold[]>().notNull(),
    state: text({ enum: ['pending', 'approved', 'denied', 'expired', 'started', 'done', 'failed'] }).notNull(),
    votes: jsonb().$type<readonly ApprovalVote[]>().notNull(),
    run: integer().notNull(),
    failure: text(),
    createdAt: at('created_at').notNull(),
    untilAt: at('until_at').notNull(),
    hasContent: boolean('has_content').notNull(),
  },
  (table) => [
    // One order of one user waits once, however often and in however many words around it the request is sent.
    uniqueIndex('approvals_open_order')
      .on(table.tenant, table.sub, table.orderDigest)
      .where(sql`${table.state} in ('pending', 'approved', 'started')`),
    index('approvals_denied_order')
      .on(table.tenant, table.sub, table.orderDigest)
      .where(sql`${table.state} = 'denied' and ${table.hasContent}`),
    index('approvals_tenant').on(table.tenant, table.createdAt.desc(), table.id.desc()),
    // The console asks for a requester's own every few seconds.
    index('approvals_requester').on(table.tenant, table.sub, table.createdAt.desc(), table.id.desc()),
    index('approvals_until').on(table.untilAt),
    index('approvals_approved').on(table.id).where(sql`${table.state} = 'approved'`),
  ],
)

/** Their requests and answers, sealed. They stand apart so that a list does not read them. */
export const approvalContents = pgTable('approval_contents', {
  approvalId: uuid('approval_id')
    .primaryKey()
    .references(() => approvals.id, { onDelete: 'cascade' }),
  request: text().notNull(),
  answer: text(),
})
