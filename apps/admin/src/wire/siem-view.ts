import { z } from '@hono/zod-openapi'
import type { SiemDeadLetter } from '@sluice/db'
import { digestOfReceiver } from '@sluice/redis'
import { addressOf } from '@sluice/service-kit/environment'
import { receiverId, receiverName, receiverStateShape } from './receiver-state.ts'

export const LETTER_STATES = ['dead', 'pending', 'delivered'] as const

export const siemReceiverSchema = z
  .object({
    id: receiverId,
    receiver: receiverName,
    ...receiverStateShape,
    over: z.enum(['syslog', 'https']),
    format: z.enum(['cef', 'ocsf', 'cloudevents']),
    waiting: z
      .object({
        grave: z.int().min(0).describe('Records of severity 7 and more.'),
        others: z.int().min(0).describe('Those that wait for their batch, too.'),
      })
      .optional()
      .describe(
        'Records of the tenant that it has not been sent; 10,000 stands for that many or more. Absent before its first turn.',
      ),
    batch_sent_at: z.iso.datetime().optional().describe('When the last batch of the others was sent.'),
    dead_letters: z.int().min(0).describe('Records of the tenant that it has refused for good; 10,000 at most.'),
  })
  .openapi('SiemReceiver')

export const siemDeadLetterSchema = z
  .object({
    id: z.uuid(),
    receiver: receiverName,
    receiver_id: receiverId,
    state: z.enum(LETTER_STATES).describe('`pending` until the receiver has been asked again.'),
    record_id: z.string().describe('As `id` of the audit trail: there the record stays.'),
    number: z.int(),
    type: z.string(),
    status: z.int().describe('What the receiver refused it with last.'),
    at: z.iso.datetime().describe('When it was refused last, or taken.'),
  })
  .openapi('SiemDeadLetter')

export function viewDeadLetter(letter: SiemDeadLetter): z.output<typeof siemDeadLetterSchema> {
  const { id, receiver, state, recordId, number, type, status, at } = letter
  const record = { record_id: recordId, number, type }
  const to = { receiver: addressOf(receiver), receiver_id: digestOfReceiver(receiver) }
  return { id, ...to, state, ...record, status, at: at.toISOString() }
}
