import type { Part } from '../model/assessment.ts'
import type { Detection } from '../model/detection.ts'
import { isTestPlace } from '../walk/setting.ts'
import type { AssessedUse } from './assessed-use.ts'

/** Which part of its project a use belongs to, by its path relative to the project's root. */
export function partOf({ detection }: Pick<AssessedUse, 'detection'>): Part {
  return partOfPlace(detection)
}

/** Which part of its project a place belongs to. */
export function partOfPlace({ file, setting }: Pick<Detection, 'file' | 'setting'>): Part {
  return setting === 'test' || isTestPlace(file) ? 'test' : 'product'
}
