import { refuseSecondStack } from './stack-file.ts'
import { openStateFolder } from './state-folder.ts'

// Runs before the build of `npm start`, so that nobody waits for a build to hear that the stack runs already.
try {
  refuseSecondStack(openStateFolder(process.env.SLUICE_STATE_DIR).stackFile)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
