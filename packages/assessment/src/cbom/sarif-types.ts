/*
 * The part of SARIF 2.1.0 (OASIS standard) that the assessment writes. A test holds it against the full types.
 */

import type { Coverage } from '../model/assessment.ts'

export interface Message {
  readonly text: string
}

export type Level = 'none' | 'note' | 'warning' | 'error'

export interface ReportingDescriptor {
  readonly id: string
  readonly shortDescription: Message
  readonly fullDescription: Message
  readonly defaultConfiguration: { readonly level: Level }
}

export interface Location {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string; readonly uriBaseId: string }
    readonly region: { readonly startLine: number; readonly startColumn?: number; readonly snippet: Message }
  }
}

export interface Result {
  readonly ruleId: string
  readonly ruleIndex: number
  readonly kind: 'fail' | 'informational'
  readonly level: Level
  readonly message: Message
  readonly locations: readonly Location[]
  readonly partialFingerprints: Readonly<Record<string, string>>
  readonly properties: Readonly<Record<string, string>>
}

export interface Run {
  readonly tool: {
    readonly driver: {
      readonly name: string
      readonly semanticVersion: string
      readonly rules: readonly ReportingDescriptor[]
    }
  }
  readonly columnKind: 'utf16CodeUnits'
  readonly invocations: readonly { readonly executionSuccessful: boolean }[]
  readonly results: readonly Result[]
  readonly properties: { readonly coverage: Coverage }
}

export interface Log {
  readonly $schema: string
  readonly version: '2.1.0'
  readonly runs: readonly Run[]
}
