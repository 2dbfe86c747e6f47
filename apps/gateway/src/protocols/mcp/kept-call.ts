import { SluiceError } from '@sluice/contracts'
import { z } from 'zod'
import type { Protocol } from '../protocol.ts'
import { renderMcpError } from './render-error.ts'

const keptCall = z.strictObject({
  model: z.string(),
  method: z.literal('tools/call'),
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()),
})

/** How a call is read that has waited for a human: as the gateway has kept it. */
export const keptToolCall: Protocol<'tool-call'> = {
  ...{ name: 'mcp', kind: 'tool-call', credentials: [] },
  parse(body) {
    const kept = keptCall.safeParse(body)
    if (kept.success) return { kind: 'tool-call', body: kept.data }
    throw new SluiceError('layer_failed', {
      cause: new Error('A kept call has another form than this version writes.'),
    })
  },
  renderError: renderMcpError,
}
