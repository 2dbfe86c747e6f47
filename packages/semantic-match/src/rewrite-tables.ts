/**
 * Ways to say the same, anywhere in a sentence: what stands on the left becomes what stands on the right. Words are
 * compared without articles and inflection. The right side is one of the ways, or a sign that all of them share.
 */
export const PHRASES = `
  how do i > how-to
  how can i > how-to
  how could i > how-to
  how would i > how-to
  how can you > how-to
  how could you > how-to
  how would you > how-to
  how do we > how-to
  how do you say > how-to say
  how can we > how-to
  how do one > how-to
  how can one > how-to
  how would one > how-to
  how do people > how-to
  how to > how-to
  how can person > how-to
  how do person > how-to
  how can someone > how-to
  how do someone > how-to
  what be steps to > how-to
  what be process to > how-to
  what be procedure to > how-to
  what steps should i take to > how-to
  what do i need to do to > how-to
  what do i have to do to > how-to
  give me steps to > how-to
  give me instructions to > how-to
  give me instructions on how to > how-to
  how i can > how-to
  how i could > how-to
  how i do > how-to
  what be way to > how-to
  what be best way to > how-to
  what be ways to > how-to
  what be best ways to > how-to
  what be good ways to > how-to
  what be good way to > how-to
  what be best method to > how-to
  what be way of > how-to
  let me know > tell me
  provide me with > give
  provide me > give
  give me > give
  give me with > give
  show me > give
  point out > identify
  sum up > summarize
  somebody > someone
  everybody > everyone
  anybody > anyone
  each and every > every
  despite of > despite
  inside of > inside
  outside of > outside
  off of > off
  as soon as possible > asap
  take part in > participate in
  employed by > work for
  where do i > where-to
  where can i > where-to
  where could i > where-to
  where do you > where-to
  where can you > where-to
  where can we > where-to
  where can one > where-to
  where to > where-to
  what can i do to > how-to
  what can you do to > how-to
  be it possible to > can i
  be there way to > can i
  be there any way to > can i
  be it possible for me to > can i
  be i able to > can i
  be i allow to > may i
  be it ok to > may i
  be it okay to > may i
  be it fine to > may i
  be it alright to > may i
  be it ok if i > may i
  do i need to > must i
  do i have to > must i
  how come > why
  for what reason > why
  what be reason for > why
  in order to > to
  so as to > to
  be able to > can
  would i be able to > can i
  be unable to > can not
  be not able to > can not
  i need help with > help me with
  i need assistance with > help me with
  artificial intelligence > ai
  be located in > in
  located in > in
  be situated in > in
  situated in > in
  can be found in > in
  be found in > in
  be part of > part of
  a lot of > many
  lot of > many
  kind of > type of
  sort of > type of
  in front of > before-place
  due to > because of
  as well as > and
  and also > and
  together with > with
  along with > with
  prior to > before
  what should i do > what to do
  what do i do > what to do
  what should i do to > how-to
  what must i do to > how-to
  what can one do to > how-to
  what can we do to > how-to
  be there any > be there
  different types of > types of
  different kinds of > types of
  various types of > types of
  kinds of > types of
  sorts of > types of
  different ways to > ways to
  pros and cons > advantages and disadvantages
  cons and pros > advantages and disadvantages
  earn money > make money
  give me list of > list
  give list of > list
  provide list of > list
  give me example of > example of
  give example of > example of
  provide example of > example of
  what be example of > example of
  give me summary of > summarize
  give summary of > summarize
  write summary of > summarize
  provide summary of > summarize
  create summary of > summarize
  give me explanation of > explain
  give explanation of > explain
  provide explanation of > explain
  write explanation of > explain
  give me description of > describe
  give description of > describe
  provide description of > describe
  write description of > describe
  give me information about > tell me about
  give me information on > tell me about
  provide information about > tell me about
  provide information on > tell me about
  what can you tell me about > tell me about
  how much time do it take to > how-long to
  how long do it take to > how-long to
  how long will it take to > how-long to
  how long would it take to > how-long to
  wish to > want to
  write me > write
  in what year > what year
  in which year > what year
  which year > what year
  customer support > customer service
  customer care > customer service
  why be it that > why
  sars cov 2 > covid
  pass away > die
  passed away > died
  hold position of > have position of
  hold citizenship of > citizen of
  have citizenship of > citizen of
  be subclass of > be type of
  subclass of > type of
  belong to > part of
  be going to > will
  united states of america > usa
  united states > usa
  u s a > usa
  united kingdom > uk
  great britain > uk
  new york city > nyc
  covid 19 > covid
  corona virus > coronavirus
  mother tongue > native language
  share common border with > border with
  share border with > border with
  common border with > border with
  name after > named for
  named after > named for
  be named after > named for
  called after > named for
  named in honor of > named for
  capital city > capital
  e mail > email
  web site > website
  per cent > percent
  would like to > want to
  a m > am
  p m > pm
  get rid of > remove
  figure out > find out
  look like > resemble
  each other > one another
  at moment > now
  right now > now
  nowadays > now
  these days > now
`
/** Whole sentences. `*1` and `*2` stand for one word or more. */
export const SENTENCES = `
  what do *1 mean > meaning-of *1
  what be the meaning of *1 > meaning-of *1
  what do *1 stand for > meaning-of *1
  define *1 > meaning-of *1
  what be definition of *1 > meaning-of *1
  definition of *1 > meaning-of *1
  give definition of *1 > meaning-of *1
  meaning of *1 > meaning-of *1
  how much do *1 cost > price-of *1
  what be price of *1 > price-of *1
  what be cost of *1 > price-of *1
  how expensive be *1 > price-of *1
  price of *1 > price-of *1
  how old be *1 > age-of *1
  what be age of *1 > age-of *1
  how tall be *1 > height-of *1
  how high be *1 > height-of *1
  what be height of *1 > height-of *1
  how many people live in *1 > population-of *1
  what be population of *1 > population-of *1
  population of *1 > population-of *1
  where be *1 located > where be *1
  where be *1 locate > where be *1
  where be *1 situated > where be *1
  what be location of *1 > where be *1
  who be author of *1 > who wrote *1
  who was author of *1 > who wrote *1
  what be difference between *1 and *2 > difference-of *1 and *2
  what be the differences between *1 and *2 > difference-of *1 and *2
  what be difference of *1 and *2 > difference-of *1 and *2
  how do *1 differ from *2 > difference-of *1 and *2
  how be *1 different from *2 > difference-of *1 and *2
  how do *1 and *2 differ > difference-of *1 and *2
  how be *1 and *2 different > difference-of *1 and *2
  explain difference between *1 and *2 > difference-of *1 and *2
  difference between *1 and *2 > difference-of *1 and *2
  what be capital of *1 > capital-of *1
  capital of *1 > capital-of *1
  what be reason why *1 > why *1
  what be reason that *1 > why *1
  what happen if *1 > what-if *1
  what happen when *1 > what-if *1
  what will happen if *1 > what-if *1
  what would happen if *1 > what-if-would *1
  what do you mean by *1 > meaning-of *1
  what be mean by *1 > meaning-of *1
  what be meant by *1 > meaning-of *1
  how much be *1 > price-of *1
  what do you think about *1 > opinion-on *1
  what do you think of *1 > opinion-on *1
  what be your opinion on *1 > opinion-on *1
  what be your opinion of *1 > opinion-on *1
  what be your opinion about *1 > opinion-on *1
  what be your thoughts on *1 > opinion-on *1
  what be your thoughts about *1 > opinion-on *1
  what be your view on *1 > opinion-on *1
  what be your views on *1 > opinion-on *1
  what be it like to *1 > feel-like *1
  how do it feel to *1 > feel-like *1
  what do it feel like to *1 > feel-like *1
  what be *1 used for > use-of *1
  what be use of *1 > use-of *1
  what be uses of *1 > use-of *1
  who be inventor of *1 > who invented *1
  who was inventor of *1 > who invented *1
  who be founder of *1 > who founded *1
  who was founder of *1 > who founded *1
  how be weather in *1 > weather-in *1
  what be weather in *1 > weather-in *1
  what be weather like in *1 > weather-in *1
  what be better *1 or *2 > better-of *1 or *2
  what be some of *1 > what be *1
  how-to say *1 in *2 > translate *1 to *2
  what time be it in *1 > time-in *1
  what be time in *1 > time-in *1
  what be current time in *1 > time-in *1
`
