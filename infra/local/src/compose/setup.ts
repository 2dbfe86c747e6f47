import { prepareVolumes } from './prepare-volumes.ts'

/** What the container `setup` of docker-compose.yml runs before all others. A test names another folder. */
prepareVolumes(process.argv[2] ?? '/var/lib/sluice', process.env)
