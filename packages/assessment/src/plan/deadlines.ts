import type { LogicalAsset } from '../findings/assessed-use.ts'
import type { Detection } from '../model/detection.ts'
import { TRANSITION_CLASSES, type TransitionClass } from '../verdict/cnsa-profile.ts'

export type DeadlineClass = 'firmware' | 'web' | 'pki' | 'custom'

/** Words of a path that speak of signing what a device or a user installs. */
const FIRMWARE =
  /(?:^|[/._-])(?:firmware|bootloader|secure[_-]?boot|uboot|u-boot|uefi|ota|code-?sign(?:ing|er)?)(?:[/._-]|$)/i
const MAX_PATH_CHARS = 4_096

/**
 * The class of the CNSA 2.0 timeline that a use falls into, told from its role and place: signatures in firmware and
 * update paths; certificates; what configures a server or a protocol; all else is a custom application. A scanner sees
 * code and not products: networking equipment and operating systems cannot be told apart here.
 */
export function deadlineClassOf(asset: Pick<LogicalAsset, 'role' | 'purpose'>, detection: Detection): DeadlineClass {
  const { role, purpose } = asset
  if (purpose === 'signature' && FIRMWARE.test(detection.file.slice(-MAX_PATH_CHARS))) return 'firmware'
  if (role === 'Certificate') return 'pki'
  if (role === 'Protocol' || detection.setting === 'configuration') return 'web'
  return 'custom'
}

/** The dates of a class. */
export function transitionOf(deadline: DeadlineClass): TransitionClass {
  const found = TRANSITION_CLASSES.find(({ id }) => id === deadline)
  if (found === undefined) throw new Error(`The timeline has no class ${deadline}.`)
  return found
}
