import type { TextService } from '@sluice/pipeline/ports'

/** What is configured of a service that is shown texts. */
export type TextServiceFacts<Otherwise extends string> = Omit<TextService<Otherwise>, 'reading'>

/** The facts of a service that is shown texts, as it was configured with them. */
export abstract class ConfiguredService<Otherwise extends string> implements TextService<Otherwise> {
  readonly name: string
  readonly permittedLevel: TextService<Otherwise>['permittedLevel']
  readonly providerKind: TextService<Otherwise>['providerKind']
  readonly region: string | undefined
  readonly retentionDays: number | undefined
  readonly whenDown: 'deny' | Otherwise
  readonly whenNotPermitted: 'deny' | Otherwise
  abstract readonly reading: TextService<Otherwise>['reading']

  constructor(facts: TextServiceFacts<Otherwise>) {
    this.name = facts.name
    this.permittedLevel = facts.permittedLevel
    this.providerKind = facts.providerKind
    this.region = facts.region
    this.retentionDays = facts.retentionDays
    this.whenDown = facts.whenDown
    this.whenNotPermitted = facts.whenNotPermitted
  }
}
