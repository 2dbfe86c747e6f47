// Reads events from Kafka as a SIEM does, and prints a line for each that matters: node consume-kafka.mjs
import kafkajs from 'kafkajs'

const { KAFKA_BROKERS = '127.0.0.1:9092', KAFKA_TOPIC = 'sluice.layer-events' } = process.env
/** How many ids are kept: an event may come twice, with the same id. */
const REMEMBERED = 10_000
/** Of 0 to 10, as CEF has it: a blocked jailbreak is 7, a freeze 9. */
const LEAST_SEVERITY = 7

const kafka = new kafkajs.Kafka({
  brokers: KAFKA_BROKERS.split(','),
  clientId: 'siem-example',
  logLevel: kafkajs.logLevel.ERROR,
})
const consumer = kafka.consumer({ groupId: 'siem-example' })
/** @type {Set<string>} */
const seen = new Set()

await consumer.connect()
await consumer.subscribe({ topics: [KAFKA_TOPIC], fromBeginning: true })
console.log(`Reading ${KAFKA_TOPIC}`)
await consumer.run({
  eachMessage: async ({ message }) => {
    const event = JSON.parse(String(message.value))
    if (seen.has(event.id)) return
    seen.add(event.id)
    if (seen.size > REMEMBERED) for (const oldest of seen) if (seen.delete(oldest)) break
    if (event.severity < LEAST_SEVERITY) return
    console.log(`${event.time} ${event.severity} ${event.type} tenant=${event.tenant} subject=${event.subject}`)
  },
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => consumer.disconnect())
