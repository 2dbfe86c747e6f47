import type { Setting } from '../model/detection.ts'
import { sumOf, type WorkKind, type WorkPackage } from './work-package.ts'

/*
 * The effort model, explained in docs/assessment/effort-model.md. The figures are estimates of this project, made to
 * compare pieces of work and to plan a first budget; no standard gives any.
 */

/** Days to choose, design, introduce and prove the new way once, whatever the number of places. */
export const SETUP_DAYS: Readonly<Record<WorkKind, number>> = {
  investigate: 0.5,
  parameter: 1,
  signature: 6,
  undetermined: 7,
  keyEstablishment: 8,
  certificate: 10,
  firmware: 12,
}

/** Days for each file. */
export const FILE_DAYS: Readonly<Record<Setting, number>> = {
  product: 0.5,
  keyMaterial: 0.5,
  configuration: 0.25,
  vendored: 0.1,
  test: 0.1,
}

/** Where the code is only tested or only comes from others, there is nothing to design. */
export const SETUP_DAYS_OUTSIDE_PRODUCT = 0.5

/** From this file on, the change is routine. */
export const ROUTINE_AFTER_FILES = 20
export const ROUTINE_SHARE = 0.4

export interface Effort {
  readonly setupDays: number
  readonly fileDays: number
  readonly files: number
  /** The sum, rounded up to whole days; at least 1. */
  readonly totalDays: number
}

/** Estimates the days of one piece of work. */
export function effortOf(work: WorkPackage): Effort {
  const files = (setting: Setting) => sumOf(work, ({ filesBySetting }) => filesBySetting[setting])
  const settings: readonly Setting[] = ['product', 'keyMaterial', 'configuration', 'vendored', 'test']
  const isOutside = files('product') + files('keyMaterial') + files('configuration') === 0
  const share = work.kind === 'investigate' || work.kind === 'parameter' ? 0.5 : 1
  const setupDays = isOutside ? Math.min(SETUP_DAYS_OUTSIDE_PRODUCT, SETUP_DAYS[work.kind]) : SETUP_DAYS[work.kind]
  const fileDays = settings.reduce((sum, setting) => sum + daysFor(files(setting), FILE_DAYS[setting] * share), 0)
  return {
    setupDays,
    fileDays: Math.round(fileDays * 10) / 10,
    files: settings.reduce((sum, setting) => sum + files(setting), 0),
    totalDays: Math.max(1, Math.ceil(Math.round((setupDays + fileDays) * 1_000) / 1_000)),
  }
}

function daysFor(files: number, daysEach: number): number {
  const first = Math.min(files, ROUTINE_AFTER_FILES)
  return first * daysEach + (files - first) * daysEach * ROUTINE_SHARE
}
