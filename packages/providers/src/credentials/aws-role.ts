import type { Clock } from '@sluice/contracts'
import type { AwsContainer, AwsKeys, AwsWebIdentity } from '../endpoint-options.ts'
import { isRecord } from '../is-record.ts'
import { askForCredentials } from './ask-for-credentials.ts'
import { isContainerAddress } from './container-address.ts'
import { readTokenFile } from './read-token-file.ts'
import { NoToken, Renewed } from './renewed.ts'

/** In the names of sessions that the account's log (CloudTrail) shows. */
const SESSION_NAME = 'sluice'
/** Where Amazon ECS gives out credentials of a task. */
const ECS_ORIGIN = 'http://169.254.170.2'
const NO_CREDENTIALS = 'No credentials of the role were given.'

/** Where the credentials of a role come from. */
type RoleSource =
  | { readonly region: string; readonly webIdentity: AwsWebIdentity }
  | { readonly container: AwsContainer }

/** The credentials of a role, renewed before they end. `get` rejects with `NoToken`. */
export function awsRole(source: RoleSource, clock: Clock): Renewed<AwsKeys> {
  return new Renewed(
    () => ('webIdentity' in source ? assumeRole(source.webIdentity, source.region) : fromContainer(source.container)),
    clock,
  )
}

/**
 * By the token of a service account, which the cluster writes anew into its file before it ends: it is read for each
 * request.
 *
 * Source: https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRoleWithWebIdentity.html
 */
async function assumeRole({ roleArn, tokenFile, sessionName, endpoint }: AwsWebIdentity, region: string) {
  const form = {
    ...{ Action: 'AssumeRoleWithWebIdentity', Version: '2011-06-15', RoleArn: roleArn },
    ...{ RoleSessionName: sessionName ?? SESSION_NAME, WebIdentityToken: await readTokenFile(tokenFile) },
  }
  return await askForCredentials(endpoint ?? stsOf(region), { form, accept: 'text/xml' }, NO_CREDENTIALS, (text) =>
    lentKeys((name) => elementOf(text, name), 'SessionToken'),
  )
}

/** Source: https://docs.aws.amazon.com/general/latest/gr/sts.html */
function stsOf(region: string): string {
  return `https://sts.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}/`
}

/** Source: https://docs.aws.amazon.com/sdkref/latest/guide/feature-container-credentials.html */
async function fromContainer(container: AwsContainer) {
  const { authorizationTokenFile: file } = container
  const url = 'fullUri' in container ? container.fullUri : `${ECS_ORIGIN}${container.relativeUri}`
  if (!isContainerAddress(url)) throw new NoToken(NO_CREDENTIALS)
  const headers = file === undefined ? {} : { authorization: await readTokenFile(file) }
  return await askForCredentials(url, { headers, accept: 'application/json' }, NO_CREDENTIALS, (text) => {
    const answer: unknown = JSON.parse(text)
    if (!isRecord(answer)) throw new NoToken()
    return lentKeys((name) => answer[name], 'Token')
  })
}

/** The text of the first element of a name. Nothing that is looked for here has a character that XML escapes. */
function elementOf(xml: string, name: string): string | undefined {
  const opening = `<${name}>`
  const from = xml.indexOf(opening)
  const to = from < 0 ? -1 : xml.indexOf(`</${name}>`, from)
  return to < 0 ? undefined : xml.slice(from + opening.length, to)
}

function lentKeys(member: (name: string) => unknown, tokenName: 'SessionToken' | 'Token') {
  const read = (name: string, form: RegExp) => {
    const value = member(name)
    if (typeof value !== 'string' || !form.test(value)) throw new NoToken()
    return value
  }
  const value: AwsKeys = {
    accessKeyId: read('AccessKeyId', /^\w{16,128}$/),
    secretAccessKey: read('SecretAccessKey', /^[\w+/=]{1,256}$/),
    sessionToken: read(tokenName, /^[\w+/=.-]{1,16384}$/),
  }
  const endsAtMs = Date.parse(read('Expiration', /^\d{4}-\d\d-\d\dT[\d:.]{5,16}(?:Z|[+-]\d\d:?\d\d)$/))
  if (!Number.isFinite(endsAtMs)) throw new NoToken()
  return { value, endsAtMs }
}
