// Stops a user at every gateway: node freeze-user.mjs alice "Her laptop was stolen"
import { sendCommand } from './send-command.mjs'

const [name = '', reason = ''] = process.argv.slice(2)
const answer = await sendCommand({ command: 'freeze_user', user: { preferred_username: name }, reason })
console.log(`${answer.user.sub} is ${answer.state}; ${answer.gateways.acknowledged} gateways have confirmed it.`)
