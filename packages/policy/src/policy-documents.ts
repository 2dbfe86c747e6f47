import { hash } from 'node:crypto'

/** A text that decisions follow from. */
export interface PolicyDocument {
  /** SHA-256 of the text in UTF-8, base64url. */
  readonly digest: string
  readonly text: string
}

/** The texts that all decisions of a snapshot follow from: who has them can decide the same questions again. */
export interface PolicyDocuments {
  /** The Cedar policies that ship with the product, and those of the tenant, as canonical JSON. */
  readonly policies: PolicyDocument
  /** The Cedar schema. */
  readonly schema: PolicyDocument
  /** The configuration that gives callers and models their attributes, as canonical JSON. */
  readonly entities: PolicyDocument
}

/** The digests of the texts: what evidence names. */
export type PolicyDigests = Readonly<Record<keyof PolicyDocuments, string>>

/** A document of this text. */
export function documentOf(text: string): PolicyDocument {
  return { digest: hash('sha256', text, 'base64url'), text }
}

/** The digests of these documents. */
export function digestsOf({ policies, schema, entities }: PolicyDocuments): PolicyDigests {
  return { policies: policies.digest, schema: schema.digest, entities: entities.digest }
}
