import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { z } from 'zod'
import { findFreePort } from '../system/free-port.ts'
import { type ManagedProcess, startProcess } from '../system/managed-process.ts'
import { makeTemporaryDirectory } from '../system/temporary-directory.ts'
import { waitForPort } from '../system/wait-for-port.ts'
import { obtainRsyslog, type RsyslogBinary } from './rsyslog-binary.ts'

const OVER = ['udp', 'tcp', 'tls'] as const
type Over = (typeof OVER)[number]

const messageSchema = z.object({
  pri: z.string(),
  time: z.string(),
  host: z.string(),
  app: z.string(),
  msg: z.string(),
})

/** A message as rsyslog has taken it apart. */
type RsyslogMessage = z.infer<typeof messageSchema>

/** A running rsyslog that listens on loopback over UDP, TCP and TLS. */
export interface Rsyslog {
  readonly ports: Readonly<Record<Over, number>>
  /** Signs itself, for `localhost` and 127.0.0.1; PEM. */
  readonly certificate: string
  /** All that came, in the order in which it was written down; it stays over a restart. */
  received(over: Over): Promise<RsyslogMessage[]>
  /** Ends at once, and keeps its ports. */
  kill(): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Starts a real rsyslog in a temporary folder; Debian's package is fetched when it is missing. */
export async function startRsyslog(): Promise<Rsyslog> {
  const binary = await obtainRsyslog()
  const directory = await makeTemporaryDirectory('rsyslog')
  const ports = { udp: await findFreePort(), tcp: await findFreePort(), tls: await findFreePort() }
  const certificate = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2_048,
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  })
  await writeFile(join(directory, 'cert.pem'), certificate.cert)
  await writeFile(join(directory, 'key.pem'), certificate.private, { mode: 0o600 })
  const configFile = join(directory, 'rsyslog.conf')
  await writeFile(configFile, configOf(directory, ports))
  let running = await launch(binary, directory, configFile, ports)
  return {
    ports,
    certificate: certificate.cert,
    received: async (over) => messagesIn(await readFile(join(directory, `${over}.ndjson`), 'utf8').catch(() => '')),
    kill: () => running.end('SIGKILL'),
    restart: async () => {
      await running.end('SIGKILL')
      running = await launch(binary, directory, configFile, ports)
    },
    stop: async () => {
      await running.end('SIGTERM', 2_000)
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** The last line may be half written. */
function messagesIn(text: string): RsyslogMessage[] {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => messageSchema.parse(JSON.parse(line)))
}

async function launch(
  { rsyslogd, moduleDirectory, libraryPath }: RsyslogBinary,
  directory: string,
  configFile: string,
  ports: Rsyslog['ports'],
): Promise<ManagedProcess> {
  await rm(join(directory, 'rsyslog.pid'), { force: true })
  const running = await startProcess({
    name: 'rsyslogd',
    command: rsyslogd,
    // -n: in the foreground. -x: no look-ups of names.
    args: ['-n', '-x', '-f', configFile, '-i', join(directory, 'rsyslog.pid'), '-M', moduleDirectory],
    env: { LD_LIBRARY_PATH: libraryPath },
  })
  await waitForPort(ports.tcp)
  await waitForPort(ports.tls)
  return running
}

/** Source: rsyslog's documentation, modules imudp, imtcp and omfile, and templates of type list. */
function configOf(directory: string, ports: Rsyslog['ports']): string {
  const property = (key: string, name: string, date = '') =>
    `  property(outname="${key}" name="${name}" format="jsonf"${date})`
  const tls = 'StreamDriver.Name="ossl" StreamDriver.Mode="1" StreamDriver.AuthMode="anon"'
  const ruleset = (over: Over) =>
    `ruleset(name="${over}") { action(type="omfile" file="${join(directory, `${over}.ndjson`)}" template="json") }`
  const fields = [
    property('pri', 'pri'),
    property('time', 'timereported', ' dateformat="rfc3339"'),
    property('host', 'hostname'),
    property('app', 'app-name'),
    property('msg', 'msg'),
  ]
  return [
    `global(workDirectory="${directory}" maxMessageSize="64k"`,
    `  defaultNetstreamDriverCAFile="${directory}/cert.pem"`,
    `  defaultNetstreamDriverCertFile="${directory}/cert.pem" defaultNetstreamDriverKeyFile="${directory}/key.pem")`,
    'module(load="imudp")',
    'module(load="imtcp")',
    'template(name="json" type="list") {',
    '  constant(value="{")',
    fields.join('\n  constant(value=", ")\n'),
    '  constant(value="}\\n")',
    '}',
    ...OVER.map(ruleset),
    `input(type="imudp" address="127.0.0.1" port="${ports.udp}" ruleset="udp")`,
    `input(type="imtcp" address="127.0.0.1" port="${ports.tcp}" ruleset="tcp")`,
    `input(type="imtcp" address="127.0.0.1" port="${ports.tls}" ruleset="tls" ${tls})`,
    '',
  ].join('\n')
}
