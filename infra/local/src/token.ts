import { requestToken } from './request-token.ts'
import { readStackFile } from './stack-file.ts'
import { obtainSecrets, openStateFolder } from './state-folder.ts'

try {
  const folder = openStateFolder(process.env.SLUICE_STATE_DIR)
  const { stackFile } = folder
  console.log(await requestToken(process.argv[2], readStackFile(stackFile), obtainSecrets(folder), stackFile))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
