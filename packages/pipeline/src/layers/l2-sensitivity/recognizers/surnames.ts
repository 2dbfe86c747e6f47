/** Common surnames that are hardly ever anything else, written for this project, in the regions of `given-names.ts`. */
const NAMES = `
Adams Alexander Allen Anderson Andrews Armstrong Atkinson Bailey Barnes Barrett Bennett Bradley Brennan Brewster
Bryant Burke Burns Butler Byrne Callahan Cameron Campbell Carlson Carpenter Carr Carroll Carson Carter Chapman Clarke
Cohen Coleman Collins Connolly Cooper Cox Crawford Cunningham Curtis Davidson Davies Davis Dawson Dickson Dixon
Donnelly Donovan Douglas Doyle Duncan Dunn Edwards Elliott Ellis Evans Ferguson Fitzgerald Fleming Fletcher Ford
Foster Franklin Fraser Freeman Gallagher Gardner Garrett Gibson Gilbert Goodwin Gordon Graham Griffin Griffiths
Hamilton Hansen Harper Harris Harrison Hawkins Hayes Henderson Henry Hicks Higgins Hoffman Holmes Hopkins Howard
Hudson Hughes Hunter Irving Jackson Jacobs Jacobsen James Jamieson Jefferson Jenkins Jennings Jensen Johansson Johnson
Johnston Jones Kavanagh Keller Kelly Kennedy Kerr Lambert Larsen Larson Lawson Leonard Lewis Lindsay Lloyd MacDonald
Mackay Marshall Martin Mason Matthews McCarthy McDonald McKenzie McLean Mendoza Meyer Michaels Mills Mitchell
Montgomery Moore Morgan Morris Morrison Murphy Murray Myers Nelson Newman Nichols Nicholson Nolan O'Brien O'Connor
O'Donnell O'Neill O'Neil O'Reilly O'Sullivan Olsen Olson Osborne Owens Palmer Parker Patterson Payne Pearson Perkins
Perry Peters Petersen Peterson Phillips Porter Powell Quinn Randall Reid Reynolds Richards Richardson Roberts
Robertson Robinson Rodgers Rogers Russell Ryan Sanders Saunders Schmidt Schneider Schultz Scott Shaw Sherman Simmons
Simpson Sinclair Smith Spencer Stephens Stevens Stevenson Stewart Sullivan Sutherland Taylor Thomas Thompson Thomson
Thornton Tucker Turner Wallace Walsh Watkins Watson Weaver Webb Weber Webster Williams Williamson Willis Wilson Wright
Becker Bauer Böhm Braun Dietrich Fischer Fuchs Gottschalk Hartmann Herrmann Hoffmann Huber Jung Kaiser Köhler Kraus
Krause Krüger Kuhn Lehmann Ludwig Maier Meier Möller Müller Mueller Neumann Pfeiffer Richter Schäfer Schmitt Schmitz
Schreiber Schröder Schubert Schulz Schulze Schumacher Schwarz Seidel Vogel Wagner Walter Werner Winkler Wolff
Zimmermann Bernard Bertrand Bonnet Boucher Bouvier Chevalier Dubois Dupont Dupuis Durand Fontaine Fournier Garnier
Gauthier Girard Lambert Laurent Leblanc Leclerc Lefebvre Lefèvre Legrand Lemaire Leroy Marchand Martinez Mercier
Moreau Morel Perrin Renard Rousseau Roux Roy Thibault Vidal Aguilar Álvarez Alvarez Castillo Castro Cortés Cruz
Delgado Díaz Diaz Domínguez Fernández Fernandez Flores Fuentes García Garcia Gómez Gomez González Gonzalez Guerrero
Gutiérrez Guzmán Hernández Hernandez Herrera Iglesias Jiménez Jimenez López Lopez Marín Marrero Martínez Medina Méndez
Mendoza Molina Morales Moreno Muñoz Navarro Núñez Ortega Ortiz Pérez Perez Ramírez Ramirez Ramos Reyes Ríos Rivera
Rodríguez Rodriguez Rojas Romero Rubio Ruiz Salazar Sánchez Sanchez Santana Santos Serrano Silva Soto Suárez Torres
Valdez Vargas Vásquez Vázquez Velasco Zapata Almeida Alves Barbosa Cardoso Carvalho Correia Fernandes Ferreira Gomes
Gonçalves Lopes Martins Melo Nunes Oliveira Pereira Pinto Ribeiro Rodrigues Sousa Souza Teixeira Bianchi Bruno Caruso
Colombo Conti Costa Esposito Ferrari Gallo Giordano Greco Lombardi Mancini Marino Moretti Ricci Rinaldi Rizzo Romano
Rossi Russo Vitale Andersen Andersson Berg Bergström Christensen Dahl Eriksson Gustafsson Hagen Haugen Jansson
Johansen Jørgensen Karlsson Kristensen Larsson Lindberg Lindqvist Lund Madsen Mortensen Nielsen Nilsson Olsson
Pedersen Persson Poulsen Rasmussen Sørensen Svensson Korhonen Virtanen Mäkinen Nieminen Laine Bakker Boer Bos Brouwer
Dekker Dijkstra Hendriks Jansen Janssen Kuiper Meijer Mulder Peeters Smits Visser Vries Willems Dvořák Horvat Horváth
Ivanov Ivanova Kovač Kovács Kowalczyk Kowalska Kowalski Kozlov Kuznetsov Lewandowski Mazur Nagy Nemeth Németh Nikolić
Novak Novák Nováková Nowak Pavlov Pavlović Petrov Petrova Petrović Popescu Popov Popović Smirnov Sokolov Szabó Tóth
Varga Volkov Wójcik Wiśniewski Živković Zieliński Kravchenko Shevchenko Papadopoulos Agarwal Agrawal Ahuja Bhatt Bose
Chatterjee Chaudhary Chopra Das Desai Deshmukh Dutta Gandhi Ghosh Gupta Iyer Jain Jha Joshi Kapoor Kaur Khanna
Kulkarni Kumar Malhotra Mehra Mehta Menon Mishra Mukherjee Nair Naidu Pandey Patel Patil Pillai Rao Rathore Reddy
Saxena Sen Shah Sharma Shukla Singh Sinha Srivastava Tiwari Trivedi Varma Verma Yadav Abdullah Ahmed Ahmad Akhtar Ali
Ansari Aziz Bakr Chaudhry Demir Farouk Hashemi Hassan Hussain Ibrahim Iqbal Kaya Khan Khalil Malik Mansour Mirza
Mohammed Mustafa Nasser Öztürk Qureshi Rahman Saleh Shaikh Sheikh Siddiqui Şahin Yılmaz Yilmaz Adebayo Abebe Balogun
Diallo Dlamini Eze Kamau Keita Kone Mensah Mbeki Mwangi Ndiaye Nkosi Okafor Okeke Okonkwo Osei Owusu Sesay Toure
Traore Fujita Fujiwara Goto Hasegawa Hashimoto Hayashi Inoue Ishii Ishikawa Ito Kato Kimura Kobayashi Kondo Maeda
Matsumoto Mori Murakami Nakagawa Nakajima Nakamura Nakata Ogawa Okada Saito Sakamoto Sasaki Sato Shimizu Suzuki
Takahashi Tanaka Ueda Watanabe Yamada Yamaguchi Yamamoto Yamashita Yamazaki Yoshida Chang Chen Cheng Cheung Chiu Chong
Chou Chow Chu Deng Fang Feng Gao Guo Han He Hsu Hu Huang Jiang Kwok Lam Lau Leung Li Liang Lim Lin Liu Luo Ma Ng Pan
Peng Qian Qin Shen Shi Song Sun Tan Tang Tian Tsai Tseng Wang Wei Wong Wu Xie Xu Xue Yan Yang Yao Ye Yeung Yu Yuan
Zeng Zhang Zhao Zheng Zhou Zhu Choi Chung Hwang Jang Jeong Jung Kang Kim Kwon Lee Lim Oh Park Seo Shin Song Yoon Bui
Dang Dinh Do Duong Hoang Huynh Le Ngo Nguyen Pham Phan Tran Trinh Truong Vo Vu Dela Santos Reyes Aquino Bautista
Macaraeg Negishi
`

export const SURNAMES: ReadonlySet<string> = new Set(
  NAMES.trim()
    .split(/\s+/)
    .map((name) => name.toLowerCase()),
)
