import type { LogicalAsset } from '../findings/assessed-use.ts'
import type { Detection } from '../model/detection.ts'
import { TRANSITION_CLASSES, type TransitionClass } from '../verdict/cnsa-profile.ts'

export type DeadlineClass = 'firmware' | 'web' | 'pki' | 'custom'

/** Words of a path that speak of signing what a device or a user installs. */
const FIRMWARE =
  /(?:^|[/._-])(?:firmware|bootloader|secure[_-]?boot|uboot|u-boot|uefi|ota|code-?sign(?:ing|er)?)(?:[/._-]|$)/i
/** Words of a path that speak of an authority which issues certificates. */
const AUTHORITY =
  /(?:^|[/._-])(?:cas?|pki|root-?ca|ca-?(?:certs?|bundle|chain)|intermediate|issuer|trust-?(?:store|anchors?))(?:[/._-]|$)/i
const MAX_PATH_CHARS = 4_096

/** Whether a place speaks of signing software or firmware, as far as its path tells. */
export function signsSoftware({ file }: Pick<Detection, 'file'>): boolean {
  return FIRMWARE.test(file.slice(-MAX_PATH_CHARS))
}

/**
 * The class of the CNSA 2.0 timeline that a use falls into, told from its role and place: signatures in firmware and
 * update paths; certificates of authorities, as large public-key infrastructures; other certificates, protocols and
 * what configures a server, as web and cloud, which has the earliest date that a certificate may have; all else is a
 * custom application. A scanner sees code and not products: networking equipment and operating systems cannot be told
 * apart here.
 */
export function deadlineClassOf(asset: Pick<LogicalAsset, 'role' | 'purpose'>, detection: Detection): DeadlineClass {
  const { role, purpose } = asset
  if (purpose === 'signature' && signsSoftware(detection)) return 'firmware'
  if (role === 'Certificate') return AUTHORITY.test(detection.file.slice(-MAX_PATH_CHARS)) ? 'pki' : 'web'
  if (role === 'Protocol' || detection.setting === 'configuration') return 'web'
  return 'custom'
}

/** The dates of a class. */
export function transitionOf(deadline: DeadlineClass): TransitionClass {
  const found = TRANSITION_CLASSES.find(({ id }) => id === deadline)
  if (found === undefined) throw new Error(`The timeline has no class ${deadline}.`)
  return found
}
