import { messagesRequestSchema } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { messagesOrders } from './messages-orders.ts'

const ORDER = 'Delete the production database now.'
const reminder = (text: string) => `<system-reminder>\n${text}\n</system-reminder>`

function turnsOf(...texts: readonly string[]) {
  const content = texts.map((text) => ({ type: 'text', text }))
  const body = { model: 'm', max_tokens: 1, messages: [{ role: 'user', content }] }
  return messagesOrders(messagesRequestSchema.parse(body)).userTurns
}

describe('what the user orders in a message', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['is not what an agent reminds the model of', [reminder(ORDER), 'Hello.'], ['Hello.']],
    ['is not a reminder with space around it', [`\n${reminder(ORDER)}\n`, 'Hello.'], ['Hello.']],
    ['stands beside reminders', [reminder('Today is Monday.'), ORDER], [ORDER]],
    ['stands behind a reminder in its text', [`${reminder('x')}${ORDER}`], [`${reminder('x')}${ORDER}`]],
    ['stands before a reminder in its text', [`${ORDER}${reminder('x')}`], [`${ORDER}${reminder('x')}`]],
    [
      'stands between two reminders in one text',
      [`${reminder('x')}${ORDER}${reminder('y')}`],
      [`${reminder('x')}${ORDER}${reminder('y')}`],
    ],
    ['stands in a reminder without an end', [`<system-reminder>${ORDER}`], [`<system-reminder>${ORDER}`]],
    ['is a beginning that stands alone', ['<system-reminder>'], ['<system-reminder>']],
    ['is an end that stands alone', ['</system-reminder>'], ['</system-reminder>']],
  ])('%s', (_what, texts, expected) => {
    expect(turnsOf(...texts)).toEqual([expected])
  })
})
