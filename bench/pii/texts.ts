/** Texts for the bench of L2, written for this project: none is a sample of another's data. */

/** What people ask every day; some name a person. */
export const EVERYDAY_PROMPTS: readonly string[] = [
  'How do I boil an egg so that the yolk stays soft?',
  'What is the difference between a list and a tuple in Python?',
  'Summarise the following meeting notes in three bullet points, please.',
  'Write a short poem about the first snow in the mountains.',
  'Draft a friendly reminder to Anna Schmidt that invoice 4411 is overdue since Monday.',
  'Our customer Piet de Vries in Utrecht wants his money back. What do I answer?',
  'Translate to French: the delivery will arrive on Thursday between nine and noon.',
  'Explain to a ten-year-old how a battery works.',
  'Give me five names for a coffee shop near the station.',
  'Can you fix the grammar? He have went to Boston with his brother Miguel last week.',
  'Which libraries would you use to read a CSV file of two gigabytes in Node?',
  'Compose a reference for Fatima Zahra, who worked with us in Lyon for six years.',
  'what should i cook tonight with leeks and potatoes',
  'Convert 37.5 degrees Celsius to Fahrenheit.',
  'Plan a weekend in Porto for two, with one museum and a boat trip.',
  'Call me back on +49 30 901820 once the contract with Lindqvist AB is signed.',
]

/** The prompt of thirty words that the budget is written for. */
export const THIRTY_WORDS =
  'Please write a polite answer to our customer Maria Keller, who waits for order 88231 since last Tuesday, and offer ' +
  'her a voucher of ten euros for the long delay.'

/** Nine traits of one person, which is more than most letters tell. */
export const TOLD_IN_DETAIL =
  'The patient is a 47-year-old woman, born on 4 March 1979, who lives in Springfield, IL 62704. She works as a nurse at ' +
  'Mercy Hospital, is a German national and was diagnosed with narcolepsy.'

/** Ordinary prose of so many UTF-16 code units. */
export function proseOf(length: number): string {
  const sentences = EVERYDAY_PROMPTS.join(' ')
  return sentences.repeat(Math.ceil(length / sentences.length)).slice(0, length)
}

/** Texts that ask more of one recognizer than any prose does, each of so many code units. */
export function hostileTexts(length: number): ReadonlyMap<string, string> {
  const repeated = (part: string) => part.repeat(Math.ceil(length / part.length)).slice(0, length)
  return new Map([
    ['capitalised words', repeated('Anna Schmidt Paris Keller ')],
    ['one word', repeated('Anna')],
    ['digits', repeated('4111 1111 1111 111 ')],
    ['digits in one run', repeated('4')],
    ['beginnings of addresses', repeated('a.b@c.')],
    ['labels', repeated('name: ssn: phone: ')],
    ['streets', repeated('12 Oak Street Apt 3, ')],
    ['secrets', repeated('password=Xk29fjA81 api_key: ')],
    ['traits', repeated('aged 47, a nurse, with als. ')],
    ['signs', repeated('"{[(<')],
    ['line ends', repeated('A\n')],
  ])
}
