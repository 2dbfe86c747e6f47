/** Why a scan did not complete, one of `SCAN_FAILURES`. */
export const SCAN_FAILURE_HEADER = 'x-scan-failure'

/** The key that a bill of materials is signed with, as `/v1/cbom/key` names it. */
export const KEY_ID_HEADER = 'x-cbom-key-id'

/** How a bill of materials is signed, for example `ECDSA-P384-SHA384`. */
export const ALGORITHM_HEADER = 'x-cbom-signature-algorithm'
