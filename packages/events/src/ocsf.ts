import { hash } from 'node:crypto'
import { canonicalJson, type SluiceEvent } from '@sluice/contracts'
import { captionOf, type OcsfClass, withoutUndefined } from './ocsf-class.ts'
import { aboutClearance, aboutControl } from './ocsf-control.ts'
import { aboutFinding, aboutMosaic, aboutRefusals, aboutRequest, aboutUnreadable } from './ocsf-request.ts'
import { nameOf, serviceOf, signatureOf } from './signature.ts'

/** The version of the schema that events are written for. */
const OCSF_VERSION = '1.9.0'

/** Where the log of the audit trail holds the record of an event. */
interface LogEntry {
  /** The origin of the log. */
  readonly log: string
  /** The record's entry in the log, 32 bytes. */
  readonly commitment: Uint8Array
}

interface OcsfOptions {
  /** Of the product. */
  readonly productVersion: string
  readonly entry?: LogEntry | undefined
}

/**
 * Writes an event as JSON of the Open Cybersecurity Schema Framework, version 1.9.0: a call of a model as API Activity
 * with the profile `ai_operation`, a decision with violations and a mosaic as Detection Finding, an act of the control
 * plane as User Management or Entity Management. The profile `record_integrity` has the digest of the event itself and,
 * where the log is known, the record's entry in it. What the schema has no attribute for is in `unmapped`.
 *
 * Source: ocsf/ocsf-schema, release 1.9.0.
 */
export function toOcsf(event: SluiceEvent, { productVersion, entry }: OcsfOptions): string {
  const mapped = mappedOf(event)
  const signature = signatureOf(event)
  const { record_id, tenant, request_id } = event.data
  const typeUid = mapped.classUid * 100 + mapped.activityId
  const unmapped = withoutUndefined({ ...mapped.unmapped, request_id, severity: event.severity })
  const written = withoutUndefined({
    ...mapped.attributes,
    ...{ activity_id: mapped.activityId, activity_name: mapped.activity },
    ...{ category_uid: mapped.categoryUid, class_uid: mapped.classUid, class_name: mapped.className },
    ...{ type_uid: typeUid, type_name: `${mapped.className}: ${mapped.activity}` },
    ...severityOf(event.severity),
    time: Date.parse(event.time),
    message: nameOf(signature),
    metadata: withoutUndefined({
      ...{
        version: OCSF_VERSION,
        uid: event.id,
        correlation_uid: record_id,
        event_code: signature,
        tenant_uid: tenant,
      },
      ...{ log_name: serviceOf(event), sequence: event.sequence === undefined ? undefined : Number(event.sequence) },
      product: { name: 'Sluice', vendor_name: 'Sluice', version: productVersion },
      profiles: [...mapped.profiles, 'record_integrity'],
    }),
    unmapped,
  })
  return JSON.stringify({ ...written, attestation: attestationOf(written, event, entry) })
}

function mappedOf(event: SluiceEvent): OcsfClass {
  switch (event.type) {
    case 'sluice.layer.decided':
    case 'sluice.request.ended':
      return event.data.violations.length === 0 ? aboutRequest(event) : aboutFinding(event)
    case 'sluice.layer.alerted':
      return aboutFinding(event)
    case 'sluice.requests.refused':
      return aboutRefusals(event.data)
    case 'sluice.session.clearance':
      return aboutClearance(event.data)
    case 'sluice.record.unreadable':
      return aboutUnreadable(event)
    default:
      return event.data.event === 'mosaic.found' ? aboutMosaic(event, event.data) : aboutControl(event.data)
  }
}

/** CEF's 0 to 10 on OCSF's scale. */
function severityOf(severity: number) {
  const id = severity >= 9 ? 5 : severity >= 7 ? 4 : severity >= 4 ? 3 : severity >= 2 ? 2 : 1
  return { severity_id: id, severity: captionOf(id, ['Informational', 'Low', 'Medium', 'High', 'Critical']) }
}

/** The digest is over the event in canonical form (RFC 8785) with its attestation but for the digest itself. */
function attestationOf(written: object, { id }: SluiceEvent, entry: LogEntry | undefined) {
  const place =
    entry === undefined
      ? {}
      : {
          uid: `${Buffer.from(entry.commitment).toString('hex')}${id.slice(id.lastIndexOf('.'))}`,
          ...{ authority_uid: entry.log, chain_uid: entry.log },
        }
  const value = hash('sha256', canonicalJson({ ...written, attestation: place }), 'hex')
  return { ...place, fingerprint: { algorithm_id: 3, algorithm: 'SHA-256', value } }
}
