import type { ConversationRequest } from '../model-request.ts'
import { chatOrders } from './chat-orders.ts'
import { messagesOrders } from './messages-orders.ts'
import type { Orders } from './orders.ts'
import { responsesOrders } from './responses-orders.ts'

export { describedForm, describedTools } from './offered-tools.ts'
export type { Orders } from './orders.ts'

/** What a conversation orders. */
export function ordersOf(request: ConversationRequest): Orders {
  switch (request.kind) {
    case 'chat':
      return chatOrders(request.body)
    case 'responses':
      return responsesOrders(request.body)
    case 'messages':
      return messagesOrders(request.body)
  }
}
