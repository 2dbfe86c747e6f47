/*
 * The model server of the bench: it repeats the prompt, so that the bench can tell whether an answer is right. Run as
 * a process of its own: PORT is its argument.
 */
import { startStubModel } from '@sluice/testkit'

const [port = '0'] = process.argv.slice(2)

await startStubModel({
  port: Number(port),
  record: false,
  reply: ({ body }) => (typeof body.input === 'string' ? body.input : lastText(body.messages ?? body.contents)),
})
process.stdout.write('ready\n')

function lastText(messages: unknown): string {
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined
  if (typeof last !== 'object' || last === null) return ''
  const content: unknown = 'content' in last ? last.content : 'parts' in last ? last.parts : undefined
  return typeof content === 'string' ? content : textOfParts(content)
}

/** As Gemini and Bedrock have it. */
function textOfParts(parts: unknown): string {
  return Array.isArray(parts) ? parts.map((part) => String(part?.text ?? '')).join('') : ''
}
