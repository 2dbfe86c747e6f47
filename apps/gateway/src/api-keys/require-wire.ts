import { type ApiKeyWire, SluiceError } from '@sluice/contracts'
import type { Protocol } from '../protocols/protocol.ts'
import type { KeyGrant } from './api-keys.ts'

type ProtocolName = Protocol<'chat' | 'embeddings'>['name']

/** By which name a key permits a wire. */
const WIRES: Readonly<Record<ProtocolName, ApiKeyWire>> = {
  'openai-chat': 'chat',
  'openai-completions': 'chat',
  'openai-embeddings': 'embeddings',
  'openai-responses': 'responses',
  'anthropic-messages': 'messages',
  'anthropic-count-tokens': 'messages',
  mcp: 'mcp',
}

/** Refuses a request on a wire that the caller's key does not permit. Throws `action_not_permitted`. */
export function requireWire(grant: KeyGrant | undefined, protocol: ProtocolName): void {
  const wire = WIRES[protocol]
  if (grant?.wires === undefined || grant.wires.includes(wire)) return
  const message = `Your API key ${grant.id} does not permit this wire (${wire}). It permits: ${grant.wires.join(', ')}.`
  throw new SluiceError({ code: 'action_not_permitted', message })
}
