/** Words written for this project: what titles, bands, teams, regiments and authorities are called by. */
const split = (text: string): readonly string[] => text.trim().split(/\s*\|\s*|\n\s*/)

export const TITLE_NOUNS = split(`
  Night | Day | Morning | Rain | River | Road | Heart | Fire | Water | Stone | Moon | Sun | Star | Sky | Wind | Storm
  Winter | Summer | Spring | Autumn | City | Street | House | Room | Door | Window | Mirror | Garden | Tree | Forest
  Mountain | Ocean | Island | Desert | Bird | Horse | Wolf | Tiger | Lion | Snake | Spider | Butterfly | Rose | Flower
  Love | Hate | Fear | Hope | Dream | Memory | Secret | Lie | Truth | War | Peace | Blood | Bone | Shadow | Light | Dark
  Ghost | Angel | Devil | God | King | Queen | Prince | Soldier | Sailor | Stranger | Hunter | Dancer | Thief | Killer
  Child | Boy | Girl | Woman | Man | Mother | Father | Brother | Sister | Machine | Engine | Train | Car | Radio | Phone
  Television | Letter | Book | Song | Music | Silence | Noise | Time | Clock | Hour | Century | World | Earth | Heaven
  Hell | Paradise | Kingdom | Empire | Revolution | Prison | Circus | Carnival | Wedding | Funeral | Party | Game | Code
  Zero | Crime | Murder | Justice | Mercy | Honey | Sugar | Coffee | Wine | Gold | Silver | Iron | Glass | Paper | Dust
  Ashes | Smoke | Thunder | Lightning | Snow | Ice | Diamond | Crown | Sword | Gun | Bullet | Knife | Skin | Eyes | Hands`)

export const TITLE_ADJECTIVES = split(`
  Black | White | Red | Blue | Green | Golden | Silver | Dark | Bright | Cold | Hot | Wild | Lost | Broken | Burning
  Silent | Secret | Strange | Little | Big | Great | Last | First | Final | New | Old | Young | Dead | Living | Lonely
  Happy | Sad | Crazy | Sweet | Bitter | Electric | Invisible | Beautiful | Ugly | Perfect | Endless | Eternal | Deadly
  Dangerous | Hidden | Forgotten | Sacred | Holy | Savage | Velvet | Crystal | Midnight | Modern | Ancient | Second`)

export const TITLE_VERBS = split(`
  Leave | Love | Kill | Call | Hold | Follow | Remember | Forget | Save | Take | Bring | Watch | Wake | Kiss | Dance
  Run | Fall | Break | Burn | Stop | Don't Stop | Never Say | Waiting for | Looking for | Living with | Dancing with
  Dreaming of | Return to | Escape from | Welcome to | Farewell to | Back to | Born in | Lost in | Made of`)

export const TITLE_TAILS = split(`
  Me | You | Us | It | Again | Tonight | Forever | Away | Down | Alone | Home | Now | Tomorrow | the Night | the Rain
  the World | the Sun | My Heart | Your Eyes | the Fire | Heaven | the Past | the Machine | Nothing | Everything`)

/** What many players, birds and animals are called: teams and bands are too. */
export const PLURALS = split(`
  Tigers | Lions | Bears | Eagles | Hawks | Falcons | Cardinals | Wildcats | Bulldogs | Panthers | Wolves | Sharks
  Dolphins | Giants | Kings | Rangers | Pirates | Raiders | Warriors | Knights | Rockets | Comets | Stars | Rebels
  Cowboys | Broncos | Colts | Chargers | Rams | Bulls | Hornets | Jets | Saints | Devils | Wings | Reds | Blues
  Senators | Royals | Tornadoes | Hurricanes | Thunder | Spiders | Cats | Dogs | Monkeys | Beetles | Birds | Kids
  Boys | Girls | Sisters | Brothers | Strangers | Shadows | Dreamers | Heads | Hearts | Roses | Stones | Machines
  Outlaws | Drifters | Preachers | Ghosts | Robots | Dolls | Pilots | Foxes | Ravens | Vipers | Mariners | Aces`)

export const TEAM_WORDS = split(
  'United | City | Rovers | Wanderers | Athletic | Albion | Town | County | FC | F.C. | AFC | SC | Rugby | Cricket Club | Hockey Club | Dynamo | Sporting | Racing Club',
)

export const EVENTS = split(`
  Battle of {city} | Siege of {city} | Treaty of {city} | Peace of {city} | Congress of {city} | {city} Marathon
  {city} Open | {city} Festival | {city} Film Festival | World Cup | European Championship | Olympic Games
  Summer Olympics | Winter Olympics | Commonwealth Games | Super Bowl | World Series | Stanley Cup | Davis Cup
  Grand Prix | Champions League | Premier League | First Division | Second Division | National League | Nobel Prize
  Pulitzer Prize | Academy Award | Golden Globe | Grammy Award | Emmy Award | Booker Prize | {surname} Award
  {surname} Prize | {surname} Trophy | {surname} Medal | {surname} Cup | {surname} Act | Medal of Honor | Victoria Cross
  Iron Cross | Legion of Honour | Civil War | First World War | Second World War | World War II | Vietnam War
  Korean War | Gulf War | Crimean War | Seven Years' War | Thirty Years' War | French Revolution | Renaissance
  Clean Air Act | Education Act | Voting Rights Act | Bill of Rights | Race of Champions | Tour de France
  Masters Tournament | National Championship | State Championship | Women's Cup | Junior Cup | Open Championship
  {city} Conference | {surname} Lecture | Operation {noun} | {noun} Festival | {adjective} {noun} Award`)

export const UNIT_KINDS = split(`
  Infantry Regiment | Cavalry Regiment | Infantry | Cavalry | Artillery | Battalion | Brigade | Division | Corps | Army
  Squadron | Fighter Squadron | Bomb Wing | Fighter Wing | Air Division | Armored Division | Panzer Division
  Airborne Division | Field Artillery | Marines | Engineers | Air Fleet | Volunteers`)

export const BODIES = split(`
  Parliament | Congress | Senate | Supreme Court | House of Representatives | House of Commons | House of Lords
  Ministry of Defence | Ministry of Health | Ministry of Finance | Ministry of Education | Department of Justice
  Department of Agriculture | Department of Health | Federal Reserve | Securities and Exchange Commission
  Environmental Protection Agency | Court of Appeal | High Court | National Assembly | Politburo | Central Committee
  {city} City Council | {city} Police Department | {city} Fire Department | {nationality} Parliament
  {nationality} Air Force | {nationality} Navy | {nationality} Army | U.S. Army | U.S. Navy | Royal Air Force | Royal Navy
  Marine Corps | Coast Guard | Red Army | {state} Legislature | {state} Supreme Court | {nationality} Senate
  European Commission | European Parliament | Security Council | General Assembly | World Health Organization | FBI
  CIA | NASA | FDA | NATO | UNESCO | NAACP | IMF | KGB | MI5 | {nationality} Football Association | {nationality} Red Cross
  {surname} Commission | {surname} Foundation | Catholic Church | Church of England | Vatican`)

export const PARTIES = split(`
  Labour Party | Labour | Conservative Party | Republican Party | Democratic Party | Liberal Party | Liberal Democrats
  Green Party | Socialist Party | Communist Party | Christian Democrats | Social Democrats | National Front
  Progressive Party | Workers' Party | People's Party | Whig Party | Fianna Fáil | Likud | Congress Party
  {nationality} Communist Party | {nationality} National Congress | {country} First | Freedom Party | Farmers' Union`)

export const PAPERS = split(`
  {city} Times | {city} Post | {city} Herald | {city} Tribune | {city} Gazette | {city} Star | The {city} Observer
  The {city} Sentinel | Daily {noun} | The Daily {noun} | {noun} Magazine | {noun} Weekly | The {noun} | The Times
  The Guardian | The Independent | The Economist | Time | Newsweek | Rolling Stone | Billboard | Variety | Der Spiegel
  Le Monde | El País | The New York Times | The Washington Post | The Wall Street Journal | Le Figaro | Pravda | Vogue
  Journal of {noun} Studies | {nationality} Journal of Medicine`)

export const CHANNELS = split(
  'BBC | BBC One | BBC Two | ITV | Channel 4 | NBC | ABC | CBS | Fox | HBO | MTV | CNN | PBS | ESPN | ZDF | RAI | Radio {city} | {city} Public Radio | Cartoon Network | Nickelodeon | Discovery Channel | Sky Sports | NPR | TF1 | CBC',
)

export const LABELS = split(
  '{noun} Records | {adjective} {noun} Records | {surname} Records | {surname} Music | Columbia | EMI | Virgin Records | Atlantic Records | Capitol Records | Motown | Island Records | Decca | Sub Pop | Warner Bros. | RCA | {noun} Recordings',
)

export const STUDIOS = split(
  '{surname} Pictures | {surname} Films | {noun} Studios | {noun} Pictures | Paramount | Universal | Columbia Pictures | MGM | Walt Disney | Warner Brothers | {adjective} {noun} Productions | {surname} Brothers | {noun} Entertainment | Pixar',
)

export const RAILWAYS = split(
  '{city} and {city} Railway | {city} & {city} Railroad | {city} Railway | {city} Railroad | Great {adjective} Railway | {state} Central Railroad | {nationality} State Railways | Union Pacific | {surname} Lines | {city} Transit Authority',
)

export const SCHOOLS = split(
  '{surname} High School | {city} High School | St. {given} School | {surname} Academy | {city} Grammar School | {surname} Elementary School | {city} Military Academy | {surname} School of Law | {surname} Medical School | Eton College | {surname} Hall | {given} {surname} High School',
)

export const MUSEUMS = split(
  '{city} Museum of Art | {surname} Museum | {city} Gallery | National Gallery | Museum of {noun} | Metropolitan Museum | British Museum | Louvre | {surname} Foundation | {surname} Collection | {city} Opera | {city} Symphony Orchestra | {city} Philharmonic | {city} Zoo',
)

export const NICKNAMES = split(`
  Big {given} | Lil {noun} | Lil' {given} | DJ {noun} | DJ {given} | MC {noun} | {given} {letter} | {letter}-{noun} | Mad {given}
  Young {noun} | Ice {noun} | Doctor {noun} | {given} the {noun} | {adjective} {given} | {noun} {given} | {given} {noun}`)

export const SHIPS = split(
  'USS {surname} | USS {city} | HMS {noun} | HMS {adjective} | RMS {noun} | SS {city} | SS {surname} | MV {noun} | USS {noun}',
)

const syllables = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Names as they are written in Latin letters where the lists have other letters. */
export const ROMANISED: Readonly<
  Record<string, { readonly surnames: readonly string[]; readonly given: readonly string[] }>
> = {
  chinese: {
    surnames: syllables(`Wang Li Zhang Liu Chen Yang Huang Zhao Wu Zhou Xu Sun Ma Zhu Hu Guo He Lin Gao Luo Zheng Liang
      Xie Song Tang Deng Han Feng Cao Peng Zeng Xiao Tian Dong Pan Yuan Cai Jiang Yu Du Ye Cheng Wei Su Lu Ding Ren Shen
      Yao Lü Fu Zhong Tan Wong Chan Leung Cheung Lau Kwok Lam Ng Ouyang Sima Zhuge`),
    given: syllables(`Wei Fang Na Min Jing Lei Qiang Jun Yong Jie Juan Tao Ming Chao Xia Ping Gang Hua Hong Bo Xiaoming
      Xiaohong Jianguo Zhiqiang Meiling Yifan Zihan Haoran Yuxuan Shichong Guozheng Wenjing Dehua Xiuying Guifang
      Jianhua Zhongshan Jingwei Shaoqi Enlai Xiaoping Zedong Kaishek Meihua Lihua Tingting Yutong Siyuan Zhen Bin`),
  },
  japanese: {
    surnames:
      syllables(`Sato Suzuki Takahashi Tanaka Watanabe Ito Yamamoto Nakamura Kobayashi Kato Yoshida Yamada Sasaki
      Yamaguchi Matsumoto Inoue Kimura Hayashi Shimizu Yamazaki Mori Abe Ikeda Hashimoto Ishikawa Ogawa Goto Okada
      Hasegawa Fujita Murakami Kondo Ishii Saito Sakamoto Endo Aoki Fujii Nishimura Fukuda Ota Miura Okamoto Matsuda
      Nakajima Harada Ono Tamura Takeuchi Kaneko Wada Nakayama Ishida Ueda Morita Kojima Shibata Hara Sakai Kudo Ando`),
    given: syllables(`Haruto Yuto Sota Hiroshi Kenji Takeshi Akira Satoshi Makoto Minoru Shigeru Yukio Kazuo Masao Isamu
      Noboru Osamu Tadashi Hideo Ichiro Jiro Saburo Kenta Daisuke Ryota Shota Tomo Yui Hina Sakura Aoi Misaki Naoko
      Keiko Yoko Kazuko Sachiko Yumiko Tomoko Akiko Mariko Haruka Ayumi Emi Rei Shinji Hayao Hirohito Ieyasu Nobunaga`),
  },
  korean: {
    surnames: syllables(
      'Kim Lee Park Choi Jung Kang Cho Yoon Jang Lim Han Oh Seo Shin Kwon Hwang Ahn Song Yoo Hong Bae Noh',
    ),
    given: syllables(`Min-jun Seo-yeon Ji-woo Ha-eun Do-yun Jae-in Geun-hye Sung-min Hyun-woo Young-ho Ji-sung Dae-jung
      Myung-bak Il-sung Jong-un Yu-na Soo-jin Eun-ji Min-seok Chan-ho Kyung-soo Jin-young Hae-won Joon-ho Bo-young`),
  },
  vietnamese: {
    surnames: syllables('Nguyen Tran Le Pham Hoang Huynh Phan Vu Vo Dang Bui Do Ho Ngo Duong Ly Nguyễn Trần Phạm'),
    given: syllables(
      'Van Thi Minh Anh Hung Dung Tuan Hoa Lan Mai Linh Thanh Quang Duc Phuong Huong Giap Khanh Long Nam',
    ),
  },
  arabic: {
    surnames: syllables(`Hassan Hussein Ali Ahmed Khalil Ibrahim Mansour Haddad Khoury Nasser Saleh Hamdan Abbas Qasim
      Rahman Farouk Aziz Karim Sharif Masri Tamimi Ghazali Hariri Jaber Najjar Al-Sayed al-Assad al-Maliki Zaydan Shaheen
      Bakr Suleiman Othman Darwish Barghouti Mahfouz`),
    given:
      syllables(`Mohammed Muhammad Ahmed Mahmoud Omar Khaled Youssef Mustafa Tariq Walid Hamza Bilal Samir Nabil Faisal
      Abdullah Abdul Ibrahim Ismail Yasser Anwar Gamal Fatima Aisha Layla Mariam Zainab Noor Huda Salma Amina Khadija Rania
      Yasmin Dalia Hana Leila Samira Nadia Bassam Ghassan Imad Jamal Mukhlis`),
  },
  indian: {
    surnames:
      syllables(`Sharma Verma Gupta Singh Kumar Patel Shah Mehta Reddy Rao Nair Menon Iyer Iyengar Pillai Mukherjee
      Banerjee Chatterjee Das Ghosh Bose Sen Roy Dutta Joshi Kulkarni Deshpande Patil Naidu Chowdhury Mishra Tiwari Pandey
      Yadav Chauhan Malhotra Kapoor Khanna Chopra Bhatt Desai Jain Agarwal Saxena Trivedi Gandhi Nehru Shivaji Bhonsle`),
    given: syllables(`Aarav Arjun Rahul Rohan Amit Anil Sunil Vijay Rajesh Suresh Ramesh Mahesh Sanjay Ajay Ravi Kiran
      Deepak Ashok Vikram Krishna Lakshmi Priya Anjali Sunita Kavita Pooja Neha Meera Radha Sita Gita Indira Shanti Lata
      Asha Usha Rekha Nandini Divya Swati Ananya Ishaan Vivek Sachin Saurabh Harish Gopal Mohan Raman Subhash`),
  },
}
