import { canonicalJson } from '@sluice/contracts'
import { type ConversationRequest, type LocalRequest, ordersOf } from '../../request/index.ts'
import { isBareConsent } from './consent.ts'

/**
 * What two requests have in common that order the same: their wire and model, and all that the user says and hands over
 * in the conversation. A bare consent ("go on") behind an order makes no other one, nor does what the gateway itself
 * has answered, or how words are spread over lines and parts, which agents change each time. Instructions, tools that
 * are merely offered and settings are left out: agents change them, too. Of a call of a tool it is the call. It quotes
 * the request, so it leaves this process as a keyed digest only.
 */
export function orderIdentityOf(
  request: ConversationRequest | (LocalRequest & { readonly kind: 'tool-call' }),
): string {
  if (request.kind === 'tool-call') return canonicalJson(request.body)
  const { userTurns, offeredTools: _, answerForm: __, ...rest } = ordersOf(request)
  const turns = userTurns.map((texts) =>
    texts
      .filter((text) => !isBareConsent(text))
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  return canonicalJson({ ...rest, kind: request.kind, model: request.body.model, turns })
}
