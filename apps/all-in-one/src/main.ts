import { runServices } from '@sluice/service-kit'
import { ConfigError } from '@sluice/service-kit/environment'
import { chooseServices } from './choose-services.ts'

/** `EX_CONFIG` of sysexits.h, as for a faulty configuration of a service. */
const EXIT_CONFIG = 78

const services = await chooseServices(process.env).catch((error: unknown) => {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`all-in-one could not start. ${error.message}\n`)
  process.exit(EXIT_CONFIG)
})
await runServices(services)
