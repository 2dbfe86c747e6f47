/** Of ECS and of EKS Pod Identity; the last is IPv6. */
const CONTAINER_HOSTS: ReadonlySet<string> = new Set([
  ...['localhost', '127.0.0.1', '[::1]', '169.254.170.2', '169.254.170.23', '[fd00:ec2::23]'],
])

/** Tells whether credentials may be asked for there: without TLS at the host itself and at Amazon's addresses only. */
export function isContainerAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && CONTAINER_HOSTS.has(hostname))
}
