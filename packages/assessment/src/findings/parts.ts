import type { Part } from '../model/assessment.ts'
import { isTestPlace } from '../walk/setting.ts'
import type { AssessedUse } from './assessed-use.ts'

/** Which part of its project a use belongs to, by its path relative to the project's root. */
export function partOf({ detection }: Pick<AssessedUse, 'detection'>): Part {
  return detection.setting === 'test' || isTestPlace(detection.file) ? 'test' : 'product'
}
