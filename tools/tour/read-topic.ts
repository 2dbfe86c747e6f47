import kafkajs from 'kafkajs'

const { Kafka, logLevel } = kafkajs

/** Reads a topic from its beginning until a message is the one that is looked for. Its caller bounds the time. */
export async function readTopic(
  brokers: readonly string[],
  topic: string,
  isWanted: (value: string) => boolean,
): Promise<string> {
  const client = new Kafka({ brokers: [...brokers], clientId: 'tour', logLevel: logLevel.NOTHING })
  const consumer = client.consumer({ groupId: 'tour', sessionTimeout: 6_000, maxWaitTimeInMs: 100 })
  await consumer.connect()
  try {
    await consumer.subscribe({ topics: [topic], fromBeginning: true })
    return await new Promise((resolve, reject) => {
      const eachMessage = async ({ message }: { message: { value: Buffer | null } }) => {
        const value = String(message.value)
        if (isWanted(value)) resolve(value)
      }
      consumer.run({ eachMessage }).catch(reject)
    })
  } finally {
    await consumer.disconnect()
  }
}
