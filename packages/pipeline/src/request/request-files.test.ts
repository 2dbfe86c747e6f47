import { chatRequestSchema, type FileText, messagesRequestSchema, responsesRequestSchema } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import type { LocalRequest } from './model-request.ts'
import { positionsOf } from './positions.ts'
import { mayHoldFiles, unreadFiles, withTextOfFiles } from './request-files.ts'

const data = Buffer.from('%PDF-1.7 ones').toString('base64')
const other = Buffer.from(`PK\u0003\u0004${'x'.repeat(100)}`).toString('base64')
const url = `data:application/pdf;base64,${data}`

const read: FileText = { text: 'Seen\n', aside: 'Author', names: 'Heading1', unread: [] }

const chat = (...content: object[]): LocalRequest => ({
  kind: 'chat',
  body: chatRequestSchema.parse({ model: 'm', messages: [{ role: 'user', content }] }),
})
const responses = (...content: object[]): LocalRequest => ({
  kind: 'responses',
  body: responsesRequestSchema.parse({ model: 'm', input: [{ role: 'user', content }] }),
})
const messages = (...content: object[]): LocalRequest => ({
  kind: 'messages',
  body: messagesRequestSchema.parse({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content }] }),
})

const chatFile = { type: 'file', file: { file_data: url, filename: 'a.pdf' } }
const responsesFile = { type: 'input_file', file_data: url, filename: 'a.pdf' }
const document = {
  type: 'document',
  title: 'T',
  source: { type: 'base64', media_type: 'application/pdf', data: other },
}

describe('the files of a request', () => {
  it.each([
    ['chat', chat(chatFile), url],
    ['Responses', responses(responsesFile), url],
    ['Messages', messages(document), other],
    [
      'a result of a tool, in Messages',
      messages({ type: 'tool_result', tool_use_id: 't', content: [document] }),
      other,
    ],
    ['a text', chat({ type: 'text', text: url }), url],
  ])('are found in %s, each once', (_, request, written) => {
    expect(unreadFiles(request).map((file) => file.written)).toEqual([written])
    expect(unreadFiles({ ...request, files: new Map([[written, read]]) })).toEqual([])
  })

  it.each([
    ['a picture', { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }],
    ['what is called a text', { type: 'file', file: { file_data: `data:text/plain;base64,${data}` } }],
    ['a file without its padding', { type: 'file', file: { file_data: url.replace(/=+$/, '') } }],
    ['a file of another kind', { type: 'file', file: { file_data: `data:application/pdf;base64,${btoa('\0\0\0')}` } }],
  ])('are not: %s', (_, part) => {
    expect(unreadFiles(chat(part))).toEqual([])
  })

  it('are read up to a bound', () => {
    const parts = Array.from({ length: 20 }, (_, at) => ({
      type: 'file',
      file: { file_data: `data:application/pdf;base64,${btoa(`%PDF-1.7 ${String(at).padStart(3, '0')}`)}` },
    }))
    expect(unreadFiles(chat(...parts))).toHaveLength(16)
  })

  it('are texts of the request once they are read, which nothing can take the place of', () => {
    const request = { ...chat(chatFile), files: new Map([[url, { ...read, unread: ['image' as const] }]]) }
    const path = '/messages/0/content/0/file/file_data#'
    expect(positionsOf(request).filter((position) => position.path.startsWith(path))).toEqual([
      { path: `${path}/0`, text: 'Seen\n', kind: 'prose', role: 'user', isFixed: true },
      { path: `${path}/1`, text: 'Author', kind: 'prose', role: 'user', isFixed: true },
      { path: `${path}/2`, text: 'Heading1', kind: 'identifier', role: 'user', isFixed: true },
      { path: `${path}/image`, text: '', kind: 'structured', role: 'user', unreadable: 'image' },
    ])
  })
})

describe('the text of files in their place', () => {
  const replaced = (request: LocalRequest, written: string, file: FileText = read) => {
    const { body } = withTextOfFiles({ ...request, files: new Map([[written, file]]) })
    return JSON.stringify(body)
  }

  it('is a part of text, as each wire has it', () => {
    const text = 'File a.pdf:\nSeen'
    expect(replaced(chat(chatFile), url)).toContain(JSON.stringify({ type: 'text', text }))
    expect(replaced(responses(responsesFile), url)).toContain(JSON.stringify({ type: 'input_text', text }))
    const source = { type: 'text', media_type: 'text/plain', data: 'Seen' }
    expect(replaced(messages(document), other)).toContain(JSON.stringify({ type: 'document', title: 'T', source }))
    const result = { type: 'tool_result', tool_use_id: 't', content: [document] }
    expect(replaced(messages(result), other)).toContain(JSON.stringify(source))
  })

  it('says what was left out, and says nothing of what stands beside it', () => {
    const sent = replaced(chat(chatFile), url, { ...read, unread: ['image', 'file'] })
    expect(sent).toMatch(
      /Seen\\n\\n\[The pictures of this file were left out\.\]\\n\\n\[Some parts of this file could not be read/,
    )
    expect(sent).not.toMatch(/Author|Heading1|base64/)
  })

  it('is none where the file has no text', () => {
    const request = { ...chat(chatFile), files: new Map([[url, { ...read, text: '\n' }]]) }
    expect(withTextOfFiles(request)).toBe(request)
  })
})

it('knows a body that may hold files by the first letters of their base64', () => {
  expect(mayHoldFiles(Buffer.from(JSON.stringify(chatFile)))).toBe(true)
  expect(mayHoldFiles(Buffer.from(JSON.stringify(document)))).toBe(true)
  expect(mayHoldFiles(Buffer.from('{"model": "m", "messages": []}'))).toBe(false)
})
