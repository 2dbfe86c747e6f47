// Prints the processes that a stack with this state folder has left: they carry it in their environment or arguments.
import { readdirSync, readFileSync } from 'node:fs'

const stateFolder = process.argv[2]
const read = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

// The script that asks carries the folder in its environment as well: only what npm started counts.
const own = new Set([process.pid, process.ppid].map(String))
for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name) && !own.has(name))) {
  const [program] = read(`/proc/${pid}/cmdline`).split('\0')
  const belongs = ['environ', 'cmdline'].some((file) => read(`/proc/${pid}/${file}`).includes(stateFolder))
  if (!belongs || !program) continue
  process.stdout.write(`${pid} ${read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').slice(0, 120)}\n`)
}
