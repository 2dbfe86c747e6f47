import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchPrompts } from './match-prompts.ts'
import { MAX_PROMPT_LENGTH, normalFormOf } from './normal-form.ts'
import { worksOnText } from './works-on-text.ts'

function isHit(one: string, other: string): boolean {
  const [forth, back] = [matchPrompts(one, other), matchPrompts(other, one)]
  expect(forth).toEqual(back)
  return forth.isHit
}

describe('a prompt said in another way is a hit', () => {
  it.each([
    ['courtesy', 'Explain the tides.', 'Hi! Could you please explain the tides? Thank you.'],
    ['an order as a wish', 'Write a sonnet about rain.', 'I want you to write a sonnet about rain'],
    ['thanks in advance', 'How do I boil an egg?', 'how do i boil an egg, thanks in advance!'],
    ['a question about knowing', 'What is the capital of Peru?', 'Can you tell me what the capital of Peru is?'],
    ['a contraction', "What's the tallest tower?", 'What is the tallest tower?'],
    ['a contraction of not', "Why isn't my printer working?", 'Why is not my printer working?'],
    ['letter case', 'WHAT IS A MONAD?', 'what is a monad'],
    ['the person of a how', 'How can you prune a rose?', 'How do I prune a rose?'],
    ['a how as a way', 'How do I prune a rose?', 'What is the best way to prune a rose?'],
    ['singular and plural of a thing as such', 'How do I remove a stain?', 'How do I remove stains?'],
    ['an article', 'How do I reset my password?', 'How do I reset the password?'],
    ['what and which', 'Which countries border Chad?', 'What countries border Chad?'],
    ['a number in words', 'List three rivers of France.', 'List 3 rivers of France.'],
    ['thousands', 'Is 1,000 a cube?', 'Is 1000 a cube?'],
    ['a genitive', "What is Samoa's official language?", 'What is the official language of Samoa?'],
    ['the passive voice', 'The cat is chasing the mouse.', 'The mouse is being chased by the cat.'],
    ['an adverbial in front', 'In Rust, write a parser.', 'Write a parser in Rust.'],
    ['the order of an and', 'A dog and a cat are asleep.', 'A cat and a dog are asleep.'],
    ['a difference', 'What is the difference between jam and jelly?', 'How does jam differ from jelly?'],
    ['a meaning', 'What does hubris mean?', 'What is the meaning of hubris?'],
    ['a measure asked inside another question', 'How tall is the tower?', 'Tell me how tall the tower is.'],
    ['a price', 'How much does a tram ticket cost?', 'What is the price of a tram ticket?'],
    ['another spelling', 'What is your favourite colour?', 'What is your favorite color?'],
    ['a synonym', 'How do I fix a bicycle?', 'How do I repair a bike?'],
    ['a slip of the fingers', 'Write a function that sorts integers.', 'Write a function taht sorts nitegers.'],
    ['a verb of writing', 'Create a table of primes.', 'Make a table of primes.'],
    ['a place', 'Where is Lake Chad located?', 'Where is Lake Chad?'],
    ['a wish', 'I would like to change my PIN.', 'I want to change my PIN.'],
    ['how long', 'How long does it take to learn French?', 'How much time does it take to learn French?'],
    ['an order to explain', 'How does yeast work?', 'Please explain how yeast works.'],
    ['a summary', 'Summarize the report.', 'Give me a summary of the report.'],
    ['the target of a change', 'Translate this to Welsh: good night', 'Translate this into Welsh: good night'],
    ['what to do', 'What should I do if my phone is stolen?', 'What do I do if my phone is stolen?'],
    ['pros and cons', 'What are the pros and cons of tea?', 'What are the advantages and disadvantages of tea?'],
    ['an opinion', 'What do you think about jazz?', 'What is your opinion on jazz?'],
    ['one as anybody', 'How can one become a pilot?', 'How do I become a pilot?'],
    ['courtesy before code', 'Fix this: `a += 1`', 'Please fix this: `a += 1`'],
    ['a clause of adjectives', 'Write a function that is recursive.', 'Write a recursive function.'],
    ['a clause of adjectives between commas', 'The dog, which is old, is asleep.', 'The old dog is asleep.'],
    ['a relative clause', 'Oslo, which is in Norway', 'Oslo is in Norway'],
    ['courtesy in another language', 'Wie hoch ist der Brocken?', 'Wie hoch ist bitte der Brocken?'],
    ['a guide', 'Show me how to tie a tie.', 'How do I tie a tie?'],
    ['not knowing how', "I don't know how to renew my passport.", 'How do I renew my passport?'],
    ['steps', 'What are the steps to renew a passport?', 'How can I renew my passport?'],
    ['being unable', "I'm unable to log in.", "I can't log in."],
    ['an order to give', 'Provide me with 3 facts about Rome.', 'Give me three facts about Rome.'],
    ['an ordinal', 'Who lives on the 2nd floor?', 'Who lives on the second floor?'],
    ['a unit in full', 'What is 5 km in feet?', 'What is 5 kilometers in feet?'],
    ['a word in another language', "How do you say 'dog' in Welsh?", "Translate 'dog' into Welsh."],
    ['a mistyped ending', 'Write a loop that listens to a port.', 'Write a loop that lisetns to a port.'],
    ['another language, but for signs', 'Wie hoch ist der Brocken?', 'wie hoch ist der Brocken'],
    ['a name in small letters', 'What is the capital of Peru?', 'what is the capital of peru'],
    ['an acronym in small letters', 'Parse JSON in JavaScript.', 'parse json in javascript'],
    ['a text to work on', 'Please fix this: He go home', 'Fix this: He go home'],
    ['a script without spaces', '東京の人口は？', '東京の人口は'],
  ])('%s', (_name, one, other) => expect(isHit(one, other)).toBe(true))
})

describe('a prompt that asks for something else is a miss', () => {
  it.each([
    ['a number', 'List 5 rivers of France.', 'List 7 rivers of France.'],
    ['a number in words', 'List five rivers of France.', 'List six rivers of France.'],
    ['one and several', 'Give me an example of a pun.', 'Give me examples of puns.'],
    ['a decimal point', 'What is 1.5 squared?', 'What is 15 squared?'],
    ['a sign', 'What is the root of -4?', 'What is the root of 4?'],
    ['a unit', 'How long is 5 km in feet?', 'How long is 5 miles in feet?'],
    ['a name', 'What is the capital of Peru?', 'What is the capital of Chad?'],
    ['a direction', 'Find flights from Rome to Oslo.', 'Find flights from Oslo to Rome.'],
    ['roles', 'A dog is chasing a cat.', 'A cat is chasing a dog.'],
    ['roles in the passive voice', 'The cat was chased by the dog.', 'The cat chased the dog.'],
    ['roles of two comparisons', 'Is gold heavier than lead?', 'Is lead heavier than gold?'],
    ['a negation', 'Which metals are magnetic?', 'Which metals are not magnetic?'],
    ['a short negation', 'Why does bread rise?', "Why doesn't bread rise?"],
    ['no', 'A man is on the boat.', 'No man is on the boat.'],
    ['with and without', 'Bake bread with yeast.', 'Bake bread without yeast.'],
    ['before and after', 'What should I eat before a race?', 'What should I eat after a race?'],
    ['an antonym', 'Name the largest moon.', 'Name the smallest moon.'],
    ['a comparative', 'Who is the tall man?', 'Who is the taller man?'],
    ['tense', 'Who is the king of Spain?', 'Who was the king of Spain?'],
    ['tense of a verb', 'Who wins the cup?', 'Who won the cup?'],
    ['modality', 'Can I take aspirin?', 'Should I take aspirin?'],
    ['modality of a how', 'How do I pay rent?', 'How should I pay rent?'],
    ['whose', 'What is your name?', 'What is my name?'],
    ['a quantifier', 'Did all guests arrive?', 'Did some guests arrive?'],
    ['a question and a statement', 'Is Paris in France?', 'Paris is in France.'],
    ['a date', 'What happened on 3 May 1945?', 'What happened on 5 May 1943?'],
    ['a month', 'What is open in June?', 'What is open in July?'],
    ['a programming language', 'Sort a list in C.', 'Sort a list in C++.'],
    ['an operator', 'What is 6 + 2?', 'What is 6 - 2?'],
    ['a letter', 'Which foods have vitamin A?', 'Which foods have vitamin C?'],
    ['a letter that is also an article', 'Which foods have vitamin A?', 'Which foods have vitamin?'],
    ['a file', 'Read input.txt', 'Read input.csv'],
    ['brackets', 'What is (2 + 3) * 4?', 'What is 2 + (3 * 4)?'],
    ['letters of code', 'Why does `print(True)` fail?', 'Why does `print(true)` fail?'],
    ['the country and the pronoun', 'Tell me about US.', 'Tell me about us.'],
    ['what is in quotation marks', "Translate 'the dogs' to Latin.", "Translate 'a dog' to Latin."],
    ['an article in quotation marks', "Translate 'the dog' to Latin.", "Translate 'a dog' to Latin."],
    ['a passive behind another clause', 'Ann sings and Bob is paid by Tom.', 'Tom pays Ann sings and Bob.'],
    ['words as words', 'Give a synonym of buy.', 'Give a synonym of purchase.'],
    ['a word of its own', 'Is there any news?', 'Is there any new?'],
    [
      'two words with swapped letters',
      'Write from memory about trail running.',
      'Write from memory about trial running.',
    ],
    ['a word nobody knows', 'What is project Bluefrin?', 'What is project Bluefirn?'],
    ['a token', 'Write to [PERSON_a1b2].', 'Write to [PERSON_a1b3].'],
    ['a courtesy that is the question', 'Who said thank you?', 'Who said?'],
    ['can you as a question', 'Can you eat raw eggs?', 'Eat raw eggs'],
    ['more in one', 'How do I boil an egg?', 'How do I boil an egg and a carrot?'],
    [
      'respectively',
      'Are Oslo and Rome in Norway and Italy respectively?',
      'Are Rome and Oslo in Norway and Italy respectively?',
    ],
    ['the opposite order', 'Convert feet to metres.', 'Convert metres to feet.'],
    ['another language', 'Der Hund jagt die Katze.', 'Die Katze jagt der Hund.'],
    ['a number in another language', 'Wie viel ist ein Kilo Äpfel?', 'Wie viel ist zwei Kilo Äpfel?'],
    ['one and several in words', 'Give me one reason.', 'Give me reasons.'],
    ['one cause and several', 'What is the cause of the war?', 'What are the causes of the war?'],
    ['an adjective for both', 'Young men and women', 'Women and young men'],
    ['a ratio', 'What is the ratio of cats and dogs?', 'What is the ratio of dogs and cats?'],
    ['a language and a treatment', 'Is this Polish food?', 'Is this polish food?'],
    ['owners of owners', "What is the student's teacher's name?", "What is the teacher's student's name?"],
    ['who beat whom', 'Who did Brazil beat in the final?', 'Who beat Brazil in the final?'],
    ['two places', 'In Paris, Tom met Ann from London.', 'In London, Tom met Ann from Paris.'],
    ['the noun that an adjective belongs to', 'A dog which is old sees a cat.', 'A dog sees a cat which is old.'],
    ['a negated adjective', 'Name a number which is not prime.', 'Name a prime number.'],
    ['adjectives of two nouns', 'Red apples and green pears', 'Green apples and red pears'],
    ['two roles around an and', 'Alice likes Bob and Carol likes Dan.', 'Carol likes Bob and Alice likes Dan.'],
    ['the scope of not', 'Why did he not go and stay?', 'Why did he go and not stay?'],
    ['but not', 'I like tea but not coffee.', 'I like coffee but not tea.'],
    ['the place of only', 'Only I saw him.', 'I saw only him.'],
    ['at least and at most', 'Take at least 5 pills.', 'Take at most 5 pills.'],
    ['the active voice in the past', 'Was Caesar killed by Brutus?', 'Was Brutus killed by Caesar?'],
    ['a phrasal verb', 'How do I turn on the light?', 'How do I turn off the light?'],
    ['container and contents', 'A glass of wine', 'A wine glass'],
    ['present and past of what happens', 'What happens if I press A?', 'What happened if I press A?'],
    ['going to and being', 'Is it going to rain?', 'Is it raining?'],
    ['who is asked about', 'Who wrote Hamlet?', 'Who is Hamlet?'],
    ['a currency', 'Send 100 USD to Bob.', 'Send 100 EUR to Bob.'],
    ['to need and to have', 'Do I need a visa?', 'Do I have a visa?'],
    ['a name that could be a slip', 'How do I log into aws?', 'How do I log into was?'],
    ['a short word that could be a slip', 'Find a recipe with few carb.', 'Find a recipe with few crab.'],
    ['an irregular past', 'Who comes to the party?', 'Who came to the party?'],
    ['ordinals', 'Who lives on the 2nd floor?', 'Who lives on the 3rd floor?'],
    ['past of a verb that was mistyped', 'Who extracts the data?', 'Who extrcated the data?'],
    ['negation in French', 'Je ne veux pas partir.', 'Je veux partir.'],
    ['roles in Spanish', '¿Cómo ir de Lima a Quito?', '¿Cómo ir de Quito a Lima?'],
    ['a disease and a help', 'Explain how AIDS works.', 'Explain how aids works.'],
    ['an organization and a pronoun', 'Why does WHO advise masks?', 'Why does who advise masks?'],
    ['a country and a bird', 'Who sells Turkey to them?', 'Who sells turkey to them?'],
    ['a country and a bird at the beginning', 'Turkey is eaten by whom?', 'turkey is eaten by whom?'],
    ['units by their capitals', 'Convert 5 mW to watts.', 'Convert 5 MW to watts.'],
    ['units by a capital inside', 'Convert 5 kb to bits.', 'Convert 5 kB to bits.'],
    ['an element and a unit', 'How heavy is Mg?', 'How heavy is mg?'],
    ['names of one letter', 'Solve x = X + 1 for x.', 'Solve x = x + 1 for x.'],
    ['a pronoun in capitals throughout', 'WHAT DOES IT DO?', 'what does it do?'],
    ['you and they', 'Können Sie schwimmen?', 'Können sie schwimmen?'],
    ['a text to correct', 'Fix this: He go home', 'Fix this: He goes home'],
    ['the end of a text to correct', 'Fix this: I go', 'Fix this: I go.'],
    ['a text about spelling', 'How many letters are in organize?', 'How many letters are in organise?'],
    ['an article to translate', 'Translate the dog to Welsh', 'Translate a dog to Welsh'],
    ['feet and inches', "Convert 5' to cm.", 'Convert 5" to cm.'],
    ['an order of things', 'Reverse abc and def.', 'Reverse def and abc.'],
    ['few and a few', 'Give me a few ideas.', 'Give me few ideas.'],
    ['a band and a pronoun', 'Tell me about the Who.', 'Tell me about the who.'],
    ['a gem and a language', 'What is ruby?', 'What is Ruby?'],
    ['a greeting that is the subject', 'Hello world in C', 'World in C'],
    ['another who feels', 'How do you feel?', 'How do I feel?'],
    ['a hyphen', 'Find a man-eating fish.', 'Find a man eating fish.'],
    ['commas that are asked about', 'Where is the comma in dogs, cats?', 'Where is the comma in dogs cats?'],
    ['a statement and a question', 'You did it.', 'You did it?'],
    ['two spellings', 'Is it color or colour?', 'Is it colour or color?'],
    ['a part of a script without spaces', '東京の人口は？', '大阪の人口は？'],
  ])('%s', (_name, one, other) => expect(isHit(one, other)).toBe(false))
})

const words = fc.array(
  fc.constantFrom(...'how can I not the of Paris Oslo from to 3 dogs is was chased by, and "x" red . ?'.split(' ')),
  {
    minLength: 1,
    maxLength: 14,
  },
)

describe('any prompts', () => {
  it('hit themselves, and are compared alike from both sides', () => {
    fc.assert(
      fc.property(words, words, (one, other) => {
        const text = one.join(' ')
        if (normalFormOf(text) !== undefined) expect(isHit(text, text)).toBe(true)
        isHit(text, other.join(' '))
      }),
    )
  })

  it('never hit with another number, wherever it stands', () => {
    fc.assert(
      fc.property(words, words, fc.nat(9999), fc.nat(9999), (before, after, one, other) => {
        const text = (number: number) => `${before.join(' ')} ${number} ${after.join(' ')}`
        expect(isHit(text(one), text(other))).toBe(one === other)
      }),
    )
  })

  it('are read without an error, whatever they hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(isHit(text, text)).toBe(normalFormOf(text) !== undefined)
      }),
    )
  })

  it('are left alone when they are too long or empty', () => {
    expect(normalFormOf('a '.repeat(MAX_PROMPT_LENGTH / 2))).toBeDefined()
    expect(normalFormOf('a '.repeat(MAX_PROMPT_LENGTH / 2 + 1))).toBeUndefined()
    expect(normalFormOf(' ?! ')).toBeUndefined()
  })
})

it.each([
  ['Be brief.', false],
  ['You are a helpful assistant of a bank. Answer in a friendly way.', false],
  ['Translate everything that the user writes to German.', true],
  ['You correct the grammar of texts.', true],
  ['You count the words of a message.', true],
  ['Du bist ein hilfreicher Assistent.', true],
  ['Réponds toujours en français, s’il te plaît.', true],
])('takes %s for an instruction to work on the words: %s', (instruction, expected) =>
  expect(worksOnText(instruction)).toBe(expected),
)
