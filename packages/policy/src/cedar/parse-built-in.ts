import { hash } from 'node:crypto'
import {
  getCedarVersion,
  type PolicyJson,
  policySetTextToParts,
  policyToJson,
  type SchemaJson,
  schemaToJson,
} from '@cedar-policy/cedar-wasm/nodejs'
import { canonicalJson } from '@sluice/contracts'
import { BUILT_IN_TEXTS, SCHEMA_TEXT } from './policy-files.ts'

/** One policy, as text and in the JSON format of Cedar. */
export interface ParsedPolicy {
  readonly text: string
  readonly json: PolicyJson
}

/** What Cedar makes of the texts that ship with the product. */
export interface ParsedBuiltIn {
  readonly schema: SchemaJson<string>
  readonly policies: readonly ParsedPolicy[]
}

/** Of what a kept result was made: these texts, read by this version of Cedar. */
export const BUILT_IN_SOURCE = hash('sha256', canonicalJson([getCedarVersion(), SCHEMA_TEXT, BUILT_IN_TEXTS]), 'hex')

/** Parses the built-in texts. Throws where a shipped file is broken: no service starts then. */
export function parseBuiltIn(): ParsedBuiltIn {
  const schema = schemaToJson(SCHEMA_TEXT)
  if (schema.type === 'failure') throw new Error(`Cedar: ${messagesOf(schema.errors)}`)
  return { schema: schema.json, policies: BUILT_IN_TEXTS.flatMap(parsePolicies) }
}

function parsePolicies(file: string): readonly ParsedPolicy[] {
  const parts = policySetTextToParts(file)
  if (parts.type === 'failure') throw new Error(`Cedar: ${messagesOf(parts.errors)}`)
  return parts.policies.map((text) => {
    const answer = policyToJson(text)
    if (answer.type === 'failure') throw new Error(`Cedar: ${messagesOf(answer.errors)}`)
    return { text, json: answer.json }
  })
}

function messagesOf(errors: readonly { readonly message: string }[]): string {
  return errors.map(({ message }) => message).join('; ')
}
