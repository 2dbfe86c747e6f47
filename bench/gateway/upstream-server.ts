/*
 * The model server of the bench: it repeats the prompt, so that the bench can tell whether an answer is right. Run as
 * a process of its own: PORT is its argument.
 */
import { startStubModel } from '@sluice/testkit'

const [port = '0'] = process.argv.slice(2)

await startStubModel({
  port: Number(port),
  record: false,
  reply: ({ body }) => (typeof body.input === 'string' ? body.input : lastText(body.messages)),
})
process.stdout.write('ready\n')

function lastText(messages: unknown): string {
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined
  const content = typeof last === 'object' && last !== null && 'content' in last ? last.content : undefined
  return typeof content === 'string' ? content : ''
}
