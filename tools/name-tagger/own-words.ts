/** Words written for this project: what the generator puts where no name is, and what the lexicon marks. */
const split = (text: string): readonly string[] => text.trim().split(/\s*\|\s*|\n\s*/)

export const PRODUCTS = split(`
  Kubernetes | Docker | Windows | Excel | PowerPoint | PostgreSQL | Redis | Kafka | React | Angular | TypeScript
  JavaScript | Python | Java | Linux | Ubuntu | Android | iPhone | iPad | Bluetooth | Internet | Wi-Fi | Photoshop
  MySQL | MongoDB | Terraform | Ansible | Jenkins | GitLab CI | Helm | Nginx | Apache Spark | TensorFlow | PyTorch
  Pandas | Blockchain | Bitcoin | Machine Learning | Deep Learning | Big Data | Cloud Computing | Data Warehouse
  Customer Portal | Booking System | Washing Machine | Coffee Maker | Running Shoes | Desk Lamp | Garden Chair
  Premium Plan | Starter Kit | Welcome Package | Annual Report | Business Plan | Black Friday | Cyber Monday
  Agile | Scrum | Kanban | Sprint Planning | Phoenix | Apollo | Orion | Falcon | Titan | Mercury | Delta | Omega
  Quantum Physics | Photosynthesis | Global Warming | Climate Change | Artificial Intelligence | Virtual Reality
  Monopoly | Chess | Football | Basketball | Yoga | Pilates | Jazz | Opera | Renaissance | Baroque | Impressionism
  Ethernet | Firewall | Router | Sony Walkman | Galaxy Phone | Model T | Boeing 737 | Airbus A320 | Golf GTI
  GraphQL | REST | JSON | XML | HTML | CSS | HTTP | SQL | API | SDK | VPN | GPU | CPU | USB | PDF | CSV | OAuth | SAML
  Mozilla Firefox | Safari | Chrome | Outlook | Teams | Slack | Zoom | Jira | Confluence | Salesforce | Tableau`)

export const LANGUAGES = split(
  'English | French | German | Spanish | Italian | Portuguese | Dutch | Japanese | Python | Java | Rust | Go | C++ | Kotlin',
)

export const MONTHS: Readonly<Record<string, readonly string[]>> = {
  en: split(
    'January | February | March | April | May | June | July | August | September | October | November | December',
  ),
  de: split('Januar | Februar | März | April | Mai | Juni | Juli | August | September | Oktober | November | Dezember'),
  es: split('enero | febrero | marzo | abril | mayo | junio | julio | agosto | septiembre | octubre | noviembre'),
  fr: split('janvier | février | mars | avril | mai | juin | juillet | août | septembre | octobre | novembre'),
  it: split('gennaio | febbraio | marzo | aprile | maggio | giugno | luglio | agosto | settembre | ottobre'),
  pt: split('janeiro | fevereiro | março | abril | maio | junho | julho | agosto | setembro | outubro | novembro'),
  nl: split('januari | februari | maart | april | mei | juni | juli | augustus | september | oktober | november'),
}

export const WEEKDAYS: Readonly<Record<string, readonly string[]>> = {
  en: split('Monday | Tuesday | Wednesday | Thursday | Friday | Saturday | Sunday'),
  de: split('Montag | Dienstag | Mittwoch | Donnerstag | Freitag | Samstag | Sonntag'),
  es: split('lunes | martes | miércoles | jueves | viernes | sábado | domingo'),
  fr: split('lundi | mardi | mercredi | jeudi | vendredi | samedi | dimanche'),
  it: split('lunedì | martedì | mercoledì | giovedì | venerdì | sabato | domenica'),
  pt: split('segunda-feira | terça-feira | quarta-feira | quinta-feira | sexta-feira | sábado | domingo'),
  nl: split('maandag | dinsdag | woensdag | donderdag | vrijdag | zaterdag | zondag'),
}

export const TITLES = split(
  'Mr. | Mrs. | Ms. | Miss | Dr. | Prof. | Mr | Mrs | Ms | Dr | Professor | Doctor | Sir | Frau | Herr | Dr. med. | Señor | Sra. | Sr. | Don | Mme | M. | Monsieur | Madame | Sig. | Sig.ra | Dott. | mevrouw | heer',
)

export const STREET_WORDS = split(`
  Street | St | St. | Road | Rd | Rd. | Avenue | Ave | Ave. | Lane | Ln | Drive | Dr | Boulevard | Blvd | Court | Ct
  Place | Pl | Square | Terrace | Way | Close | Crescent | Highway | Parkway | Row | Walk | Gardens | Hill | Mews
  Straße | Strasse | Str. | Weg | Platz | Allee | Gasse | Ring | Ufer | Damm | Calle | C/ | Avda. | Avenida | Av.
  Paseo | Plaza | Camino | Carrera | Rue | Place | Quai | Chemin | Impasse | Allée | Via | Viale | Piazza | Corso
  Largo | Rua | Travessa | Praça | Estrada | Laan | Plein | Gracht | Kade | Suite | Apt | Apt. | Flat | Unit | Floor`)

export const ORGANIZATION_WORDS = split(`
  Inc | Inc. | Ltd | Ltd. | LLC | Corp | Corp. | Corporation | Company | Co. | Group | Holding | Holdings | GmbH | AG
  SE | KG | S.A. | SA | SAS | SARL | S.L. | SRL | SpA | BV | B.V. | NV | AB | Oy | ASA | PLC | plc | LLP | Partners
  Associates | Bank | Insurance | Airlines | Airways | Industries | Systems | Solutions | Technologies | Technology
  Labs | Laboratories | Pharma | Pharmaceuticals | Foods | Motors | Energy | Logistics | Consulting | Services
  Software | Media | Records | Studios | Pictures | University | College | Institute | School | Academy | Hospital
  Clinic | Foundation | Association | Society | Council | Ministry | Department | Agency | Commission | Committee
  Union | Party | Club | United | City | Museum | Library | Church | Orchestra | Band | Team | FC | Universität
  Hochschule | Klinikum | Krankenhaus | Universidad | Université | Università | Universidade | Universiteit | Banco
  Banque | Banca | Ministerio | Ayuntamiento | Clínica | Clinique | Ospedale | Hôpital | Ziekenhuis`)

/** Organizations that many people write about. */
export const KNOWN_ORGANIZATIONS = split(`
  Google | Microsoft | Apple | Amazon | Facebook | Meta | Netflix | Tesla | Intel | IBM | Oracle | Cisco | Samsung
  Sony | Nintendo | Toyota | Honda | BMW | Volkswagen | Siemens | Bosch | Bayer | BASF | SAP | Allianz | Lufthansa
  Deutsche Bank | Commerzbank | Airbus | Boeing | Ryanair | EasyJet | British Airways | Air France | Renault | Peugeot
  Total | BNP Paribas | Santander | BBVA | Telefónica | Zara | Ikea | Volvo | Ericsson | Nokia | Philips | Heineken
  Unilever | Shell | BP | HSBC | Barclays | Vodafone | Tesco | Walmart | Target | Costco | Starbucks | McDonald's
  Coca-Cola | Pepsi | Nike | Adidas | Puma | Pfizer | Novartis | Roche | Moderna | Visa | Mastercard | PayPal
  JPMorgan | Goldman Sachs | Morgan Stanley | Citigroup | Wells Fargo | Uber | Lyft | Airbnb | Spotify | Twitter
  LinkedIn | YouTube | Reuters | BBC | CNN | Bloomberg | The New York Times | The Guardian | NASA | FBI | CIA | NATO
  United Nations | European Union | UNESCO | WHO | World Bank | Red Cross | Greenpeace | Harvard | Stanford | MIT
  Oxford University | Cambridge University | Manchester United | Real Madrid | Chelsea | Arsenal | Bayern Munich
  Boston Red Sox | Chicago Bulls | New York Yankees | Los Angeles Lakers | Deloitte | KPMG | Accenture | McKinsey`)

export const HOSPITALS = split(`
  General Hospital | University Hospital | Memorial Hospital | Children's Hospital | Medical Center | Health Clinic
  Community Hospital | Regional Medical Center`)

export const HOSPITALS_ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  de: split('Klinikum {city} | Universitätsklinikum {city} | Krankenhaus {city} | St. {given} Krankenhaus'),
  es: split('Hospital Universitario de {city} | Hospital General de {city} | Hospital {given} | Clínica {surname}'),
  fr: split('hôpital de {city} | Hôpital {surname} | Clinique Saint-{given} | CHU de {city}'),
  it: split('Ospedale di {city} | Ospedale San {given} | Policlinico {surname} | Clinica {surname}'),
  pt: split('Hospital de {city} | Hospital Santa {given} | Clínica {surname} | Hospital Universitário de {city}'),
  nl: split('ziekenhuis {city} | {surname} Ziekenhuis | Medisch Centrum {city} | UMC {city}'),
}

/** Sounds that invented company names are put together from. */
export const SYLLABLES = split(
  'Ver | Nex | Al | Tri | Com | Opti | Data | Medi | Ener | Cor | Zen | Lum | Syn | Quan | Vita | Astra | Nova | Prim | Glo | Inter | Cap | Fin | Log | Tech | Bio | Eco | Aero | Hydro | Micro | Omni',
)
export const SYLLABLE_ENDS = split(
  'ia | tech | ion | soft | ex | ify | ly | io | lytics | net | works | gen | ware | port | sys | dex | zon | bank | point | line',
)

/** Places that are written about far more often than a list of cities says. */
export const KNOWN_PLACES = split(`
  the United States | United States | USA | U.S. | US | UK | U.K. | the UK | the US | Great Britain | Britain | England
  Scotland | Wales | Northern Ireland | Ireland | Europe | Asia | Africa | South America | North America | Australia
  Antarctica | the Middle East | Latin America | Western Europe | Eastern Europe | Southeast Asia | Scandinavia
  the Netherlands | Holland | Russia | China | Japan | India | Germany | France | Italy | Spain | Canada | Mexico
  Brazil | Turkey | Poland | Iran | Iraq | Israel | Egypt | Ukraine | Vietnam | South Korea | North Korea | Taiwan
  Soviet Union | New York | New York City | NYC | Los Angeles | LA | San Francisco | Chicago | Washington
  Washington, D.C. | Boston | Houston | Miami | Las Vegas | Hollywood | Manhattan | Brooklyn | London | Paris | Berlin
  Rome | Madrid | Moscow | Beijing | Tokyo | Hong Kong | Sydney | Toronto | Alabama | Alaska | Arizona | Arkansas
  California | Southern California | Colorado | Connecticut | Delaware | Florida | Georgia | Hawaii | Idaho
  Illinois | Indiana | Iowa | Kansas | Kentucky | Louisiana | Maine | Maryland | Massachusetts | Michigan
  Minnesota | Mississippi | Missouri | Montana | Nebraska | Nevada | New Hampshire | New Jersey | New Mexico
  North Carolina | North Dakota | Ohio | Oklahoma | Oregon | Pennsylvania | Rhode Island | South Carolina
  South Dakota | Tennessee | Texas | Utah | Vermont | Virginia | West Virginia | Wisconsin | Wyoming | Bavaria
  Saxony | Catalonia | Andalusia | Tuscany | Sicily | Provence | Normandy | Yorkshire | Cornwall | Ontario | Quebec
  British Columbia | Queensland | New South Wales | Victoria | the Alps | the Andes | the Himalayas | the Pyrenees
  the Mediterranean | the Atlantic | the Pacific | the Baltic Sea | the Black Sea | Lake Michigan | the Rhine
  the Danube | the Nile | the Mississippi River | the Thames | Mount Everest | Central Park | Times Square | Wall Street
  Silicon Valley | the Gulf of Mexico | the Caribbean | Puerto Rico | Bosnia | Kosovo | Serbia | Croatia | Kashmir`)

export const NATIONALITIES = split(`
  American | British | English | Scottish | Welsh | Irish | French | German | Italian | Spanish | Portuguese | Dutch
  Belgian | Swiss | Austrian | Polish | Czech | Slovak | Hungarian | Romanian | Bulgarian | Greek | Turkish | Russian
  Ukrainian | Swedish | Norwegian | Danish | Finnish | Icelandic | Canadian | Mexican | Brazilian | Argentine | Chilean
  Peruvian | Colombian | Cuban | Jamaican | Australian | Chinese | Japanese | Korean | Vietnamese | Thai | Indonesian
  Malaysian | Filipino | Indian | Pakistani | Bangladeshi | Afghan | Iranian | Persian | Iraqi | Syrian | Lebanese
  Israeli | Jewish | Arab | Saudi | Egyptian | Moroccan | Algerian | Tunisian | Libyan | Nigerian | Ghanaian | Kenyan
  Ethiopian | Somali | African | European | Asian | Caribbean | Latin | Serbian | Croatian | Bosnian | Albanian
  Slovenian | Lithuanian | Latvian | Estonian | Georgian | Armenian | Soviet | Roman | Celtic | Nordic | Basque | Catalan
  Catholic | Protestant | Christian | Muslim | Islamic | Buddhist | Hindu | Sikh | Orthodox | Republican | Democratic
  Americans | Germans | Italians | Russians | Europeans | Canadians | Muslims | Christians | Jews | Indians`)

/** Small words by what they do in a sentence; a dictionary has none of them. */
export const FUNCTION_WORDS: readonly (readonly string[])[] = [
  split('of'),
  split('in | at | near | from | to | into | toward | towards | through | across | around | outside | inside'),
  split(
    'by | with | for | between | among | against | without | after | before | since | until | during | under | over',
  ),
  split('the | a | an | this | that | these | those | its | their | his | her | my | our | your | each | every | some'),
  split('he | she | who | him | whom | whose | himself | herself | i | you | we | they | me | us | them'),
  split('and | or | but | nor | as | than | while | when | where | because | although | though | if'),
  split('is | are | was | were | be | been | being | has | have | had | do | does | did'),
  split('will | would | can | could | may | might | must | shall | should'),
]

/** Forms of verbs that no rule makes, with the verb. */
export const IRREGULAR_VERBS = split(`
  said say | told tell | wrote write | written write | spoke speak | went go | gone go | came come | met meet | made make
  took take | taken take | gave give | given give | found find | became become | began begin | begun begin | led lead
  left leave | lost lose | won win | sold sell | bought buy | built build | held hold | kept keep | knew know
  known know | saw see | seen see | sang sing | sung sing | sent send | spent spend | stood stand | taught teach
  thought think | understood understand | wore wear | drew draw | drawn draw | drove drive | fell fall | fought fight
  flew fly | got get | grew grow | grown grow | heard hear | hid hide | hit hit | laid lay | lay lie | meant mean
  paid pay | put put | ran run | rose rise | sat sit | set set | shot shoot | shown show | slept sleep | stole steal
  swam swim | threw throw | thrown throw | woke wake | broke break | broken break | brought bring | caught catch
  chose choose | chosen choose | died die | fed feed | felt feel | forgot forget | read read | rode ride | sought seek`).map(
  (pair): readonly [form: string, verb: string] => {
    const [form = '', verb = ''] = pair.split(' ')
    return [form, verb]
  },
)
