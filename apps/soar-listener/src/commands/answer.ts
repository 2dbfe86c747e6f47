import { z } from '@hono/zod-openapi'

/** What a command is answered with. */
export const soarAnswerSchema = z
  .object({
    command: z.enum(['freeze_user', 'freeze_session', 'unfreeze_user']),
    user: z.object({ tenant: z.string(), sub: z.string() }),
    session_id: z.int().optional().describe('With `freeze_session`.'),
    state: z.enum(['frozen', 'active']).describe('The state of the user or session now.'),
    changed: z.boolean().describe('False where it was so already.'),
    sessions_frozen: z.int().describe('Open sessions that the freeze holds; 0 for an unfreeze.'),
    gateways: z.object({
      alive: z.int().describe('Gateways that were alive when the state changed.'),
      acknowledged: z.int().describe('Of those, how many confirmed that nothing of the user runs there any more.'),
      missing: z.array(z.string()).describe('Those that did not; each stops by itself when its lease runs out.'),
    }),
    elapsed_ms: z
      .number()
      .describe(
        'From the arrival of the command to the last confirmation, `durable` included, or the end of the wait.',
      ),
    version: z.int().describe('Counts the freezes and unfreezes of this user or session.'),
    incident_id: z.string().nullable(),
    durable: z
      .enum(['fsynced', 'replicated', 'unconfirmed'])
      .optional()
      .describe('Of a freeze: `fsynced` to the disk of Redis, `replicated` to another Redis, or neither seen in time.'),
    recorded: z.boolean().describe('False where the freeze holds but its audit record could not be written.'),
    marked: z.literal(true).optional().describe('The user was frozen without being known (`force`).'),
  })
  .openapi('SoarAnswer')

export type SoarAnswer = z.output<typeof soarAnswerSchema>
