import { createServer } from 'node:http'

/** A collector that takes all it is sent and keeps nothing, in a process of its own. Arguments: its port. */
const [port] = process.argv.slice(2)

createServer((request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))
