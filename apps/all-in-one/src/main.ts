import { EXIT_CONFIG, runServices } from '@sluice/service-kit'
import { ConfigError } from '@sluice/service-kit/environment'
import { chooseServices } from './choose-services.ts'

const services = await chooseServices(process.env).catch((error: unknown) => {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`all-in-one could not start. ${error.message}\n`)
  process.exit(EXIT_CONFIG)
})
await runServices(services)
