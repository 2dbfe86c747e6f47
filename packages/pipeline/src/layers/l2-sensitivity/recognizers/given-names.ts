/**
 * Common given names, written for this project: English, German, French, Spanish and Portuguese, Italian, Nordic,
 * Slavic, Indian, Arabic and Turkish, and Chinese, Japanese and Korean names in Latin letters.
 */
const NAMES = `
Aaron Abigail Adam Adrian Aidan Alan Albert Alex Alexander Alexandra Alexis Alfred Alice Alicia Alison Allan Allen
Allison Alyssa Amanda Amber Amy Andrea Andrew Angela Anita Ann Anna Anne Anthony Ashley Audrey Barbara Benjamin Ben
Bernard Beth Bethany Betty Beverly Bob Bobby Bradley Brandon Brenda Brendan Brian Bruce Bryan Caleb Cameron Carl Carla
Carol Caroline Carolyn Catherine Cathy Cecilia Charles Charlie Cheryl Chris Christina Christine Christopher Cindy
Claire Clara Colin Connie Connor Craig Crystal Cynthia Dan Dana Daniel Danielle Darren Dave David Deborah Debra Denise
Dennis Derek Diana Diane Dominic Don Donald Donna Doris Dorothy Doug Douglas Duncan Dylan Earl Ed Eddie Edgar Edith
Edward Edwin Eileen Elaine Eleanor Elizabeth Ella Ellen Emily Emma Eric Erica Erik Erin Ernest Ethan Eugene Eva Evan
Evelyn Fiona Frances Francis Fred Frederick Gabriel Gail Gareth Gary Gavin Geoff Geoffrey George Gerald Geraldine
Gillian Glenn Gloria Gordon Graham Greg Gregory Gwen Hannah Harold Harriet Harry Harvey Hazel Heather Helen Henry
Herbert Howard Hugh Ian Irene Isaac Isabel Isabella Jackson Jacob Jacqueline Jake James Jamie Jane Janet Janice Jared
Jason Jay Jean Jeff Jeffrey Jen Jenna Jennifer Jenny Jeremy Jerome Jerry Jesse Jessica Jill Jim Jimmy Joan Joanna
Joanne Joe Joel John Johnny Jon Jonah Jonathan Joseph Josh Joshua Joyce Juan Judith Judy Julia Julian Julie June Justin
Karen Kate Katherine Kathleen Kathryn Kathy Katie Kayla Keith Kelly Ken Kenneth Kevin Kim Kimberly Kirsten Kristen
Kristin Kyle Larry Laura Lauren Lawrence Leah Lee Leo Leon Leonard Leslie Lewis Liam Lillian Linda Lindsay Lisa Lloyd
Logan Lois Lori Louis Louise Lucas Lucy Luke Lynn Mackenzie Madison Malcolm Marc Margaret Maria Marian Marie Marilyn
Marion Marjorie Martha Martin Marvin Mary Mason Matt Matthew Maureen Megan Melanie Melissa Meredith Michael Michele
Michelle Mike Mildred Mitchell Molly Monica Morgan Nancy Natalie Nathan Nathaniel Neil Nicholas Nick Nicole Nigel Nina
Noah Nora Norma Norman Oliver Olivia Oscar Owen Pamela Patricia Patrick Paul Paula Peggy Penny Peter Phil Philip
Phillip Phyllis Rachel Ralph Ray Raymond Rebecca Regina Renee Rhonda Richard Rick Rita Robert Robin Rodney Roger Ron
Ronald Rosemary Ross Roy Russell Ruth Ryan Sally Sam Samantha Samuel Sandra Sara Sarah Scott Sean Seth Shane Shannon
Sharon Shaun Shawn Sheila Shelley Shirley Simon Sophia Sophie Spencer Stacey Stacy Stanley Stella Stephanie Stephen
Steve Steven Stuart Susan Suzanne Sylvia Tamara Tammy Tara Ted Teresa Terry Theodore Theresa Thomas Tiffany Tim
Timothy Tina Todd Tom Tony Tracy Travis Trevor Tristan Tyler Vanessa Vera Vernon Vicki Victoria Vincent Vivian Walter
Wanda Warren Wayne Wendy Wesley Willie William Yvonne Zachary Zoe Layla Rosie Eddy Lily Chloe Mia Ava Aria Ellie
Jayden Kieran Niamh Siobhan Saoirse Declan Rhys Angus Hamish Ewan Anton Andreas Annette Annika Antje Arne Astrid Axel
Bernd Birgit Björn Brigitte Christa Christoph Claudia Clemens Cornelia Detlef Dieter Dietmar Dirk Dominik Eberhard
Elke Elisabeth Emil Erich Ernst Erwin Fabian Felix Florian Franz Franziska Frauke Friedrich Fritz Georg Gerd Gerhard
Gisela Greta Gudrun Günter Günther Gunther Hannelore Hans Harald Heike Heiko Heinrich Heinz Helga Helmut Henning Herta
Hildegard Holger Horst Ingo Ingrid Irmgard Jana Jens Joachim Jochen Johann Johanna Johannes Jonas Jörg Jürgen Juergen
Jutta Kai Karin Karl Karsten Katharina Katja Katrin Kerstin Klaus Konrad Kurt Lars Lena Leonie Lothar Lukas Lutz
Manfred Manuela Marcel Marco Mareike Margarete Marianne Marion Markus Martina Mathias Matthias Maximilian Monika
Moritz Nadine Nadja Nils Norbert Olaf Otto Paula Petra Philipp Rainer Ralf Reiner Reinhard Renate Rolf Rudi Rudolf
Rüdiger Sabine Sandra Saskia Sebastian Selina Siegfried Sigrid Silke Silvia Simone Sonja Stefan Stefanie Steffen
Susanne Svenja Sven Tanja Thea Thorsten Tobias Torsten Udo Ulrich Ulrike Ursula Ute Uwe Valentin Viktoria Volker
Waltraud Werner Wilhelm Winfried Wolfgang Adèle Agathe Alain Amélie André Anouk Antoine Armand Arnaud Aurélie Baptiste
Béatrice Benoît Bertrand Brigitte Camille Cécile Céline Chantal Clément Colette Corinne Damien Delphine Didier Édouard
Élise Élodie Émilie Emmanuel Étienne Fabien Fabrice Florent Francine François Françoise Frédéric Gaëlle Gaston
Geneviève Gérard Ghislaine Gilles Guillaume Guy Hélène Henri Hervé Hubert Hugo Inès Isabelle Jacques Jean-Luc
Jean-Pierre Jérôme Joëlle Josette Julien Juliette Laurence Laurent Léa Léon Loïc Luc Lucien Ludovic Madeleine Manon
Marcel Margaux Marguerite Mathieu Mathilde Maurice Maxime Michel Mireille Monique Nathalie Nicolas Noémie Océane
Odette Olivier Pascal Pascale Patrice Philippe Pierre Quentin Raphaël Raymonde Rémi René Roland Romain Sébastien Serge
Solange Stéphane Stéphanie Sylvain Sylvie Théo Thérèse Thibault Thierry Valérie Véronique Virginie Yann Yannick Yves
Yvette Zoé Adrián Agustín Alba Alejandra Alejandro Alfonso Alfredo Alonso Álvaro Amparo Ana André Andrés Antonia
Antonio Araceli Arturo Ascensión Aurelio Beatriz Benito Bernardo Blanca Camila Camilo Carlos Carmen Catalina César
Clara Concepción Consuelo Cristian Cristina Cristóbal Damián Diego Dolores Domingo Edmundo Eduardo Elena Elisa Emilia
Emilio Encarnación Enrique Ernesto Esperanza Esteban Estela Eugenia Eugenio Fabiola Federico Felipe Fermín Fernanda
Fernando Fidel Francisca Francisco Gabriela Gerardo Germán Gonzalo Graciela Guadalupe Guillermo Gustavo Héctor Hernán
Hugo Ignacio Inés Isidro Iván Jacinto Jaime Javier Jesús Joaquín Jorge José Josefa Juana Julieta Julio Laura Leandro
Leonardo Leticia Lorena Lorenzo Lourdes Lucía Luciana Luciano Luis Luisa Luz Magdalena Manuel Marcela Marcelo Marcos
Margarita María Mariana Mariano Maribel Mario Marisol Marta Martín Mateo Matías Mauricio Mercedes Miguel Milagros
Mónica Montserrat Natalia Nerea Nicolás Nuria Óscar Pablo Paloma Patricio Paz Pedro Pilar Rafael Raimundo Ramiro Ramón
Raquel Raúl Ricardo Roberto Rocío Rodolfo Rodrigo Rogelio Rosa Rosario Rubén Salvador Santiago Saúl Sergio Silvia
Sofía Soledad Sonia Susana Teodoro Tomás Trinidad Valentina Valeria Verónica Vicente Víctor Xavier Ximena Yolanda
Adilson Afonso Aline Amália Beatriz Bruna Bruno Caetano Cauã Clarice Davi Débora Edson Fábio Flávia Gilberto Heitor
Helena Henrique Igor Ítalo João Joana Juliana Júlia Kauê Larissa Letícia Luana Lucas Luciana Luiz Luiza Luíza Marcela
Márcia Márcio Murilo Otávio Paulo Rafaela Renan Renato Rogério Ronaldo Rui Tânia Thiago Tiago Vinícius Vitor Vitória
Yasmin Adriana Alberto Alessandra Alessandro Alessia Aldo Angelo Antonella Arianna Beatrice Carlo Chiara Cesare
Claudio Dario Davide Domenico Edoardo Elisabetta Enrico Ettore Fabio Fabrizio Filippo Francesca Francesco Franco
Gaetano Giacomo Gianluca Gianni Ginevra Gino Giorgia Giorgio Giovanna Giovanni Giulia Giulio Giuseppe Guido Ilaria
Luca Luciano Luigi Marcello Margherita Martina Massimo Matteo Mattia Maurizio Michela Nicola Paola Paolo Pasquale
Piero Pietro Rafaello Riccardo Roberta Rocco Salvatore Serena Silvio Simona Stefania Stefano Tommaso Umberto Valentino
Valerio Vincenzo Vittoria Vittorio Aino Aksel Anders Annelise Antti Arvid Asbjørn Åse Åsa Bengt Bente Birgitta Bjarne
Bodil Bo Britta Dag Eero Eino Eirik Elin Erika Eskil Eva Freja Frode Gösta Göran Gunnar Gustav Håkan Halvor Hanne
Hedda Heidi Helle Henrik Inga Inge Inger Ingeborg Iris Ivar Jarmo Jesper Johan Jørgen Juhani Jukka Kaisa Kari Karita
Kirsi Kjell Knut Kristian Kristín Lasse Leena Leif Lennart Liisa Linnea Lone Magnus Maija Marit Marius Markku Matti
Mette Mikael Mikko Morten Niels Nikolaj Ola Ole Olof Outi Øyvind Pekka Pernille Per Pia Pirkko Ragnar Ragnhild Rasmus
Riikka Rune Sanna Signe Sigurd Siri Sofie Solveig Søren Stig Svein Tarja Terje Thor Timo Tor Tove Trine Trond Tuula
Ulf Ulla Vidar Ville Viveka Albert Bram Daan Dirk Femke Floris Frits Geert Gerrit Hendrik Ilse Jaap Jan Janneke Jelle
Jeroen Joost Joris Joep Kees Koen Lieke Maaike Maarten Marieke Marijke Matthijs Niels Pieter Rik Roos Ruben Ruud
Sander Sanne Sjoerd Stijn Teun Thijs Tijn Wim Wouter Agnieszka Aleksander Aleksandr Aleksandra Aleksei Alena Alexei
Alina Anastasia Andrei Andrej Andrzej Anja Ania Anastasiya Arkady Artem Barbora Bartosz Bogdan Bojan Boris Božena
Branislav Dariusz Darya Denis Dijana Dimitri Dmitri Dmitry Dragan Dušan Dusan Edi Ekaterina Elżbieta Emília Ewa Fedor
Galina Goran Grigory Grzegorz Hana Igor Ilya Irena Irina Ivan Ivana Ivo Jadwiga Jakub Janusz Jarosław Jelena Jerzy
Jiří Josef Kamil Kasia Katarína Katarzyna Kateřina Khadija Konstantin Krzysztof Larisa Lenka Leszek Lidija Ljubica
Ludmila Łukasz Maciej Magda Małgorzata Marek Mariusz Marko Matej Michaela Michał Mihai Mikhail Mila Milan Milica
Milena Miloš Mirjana Miroslav Mladen Monika Nadezhda Natalya Natasha Nikita Nikola Nikolai Oksana Oleg Olga Ondřej
Oleksandr Pavel Pavol Petar Petr Piotr Polina Predrag Radek Radovan Roman Ruslan Rostislav Sasha Sergei Sergey Slavko
Sławomir Snežana Stanislav Stanisław Svetlana Tadeusz Tamar Tatiana Tatjana Tihomir Tomáš Tomasz Vaclav Václav Vadim
Vasily Vesna Viktor Vitaly Vlad Vladimir Vojtěch Wojciech Yana Yelena Yevgeny Yulia Yuri Zbigniew Zdeněk Zoran Zuzana
Attila Balázs Béla Csaba Dénes Endre Erzsébet Eszter Ferenc Gábor Gergely György Gyula Ildikó Imre István János Judit
Katalin Károly Kinga Kristóf László Lajos Levente Magdolna Márton Mátyás Mihály Miklós Orsolya Piroska Réka Sándor
Szabolcs Szilvia Tamás Tibor Vilmos Zoltán Zsófia Zsolt Zsuzsanna Alexandros Dimitris Eleni Giannis Giorgos Kostas
Nikos Panagiotis Sofia Spyros Stavros Vasilis Yannis Aarav Aarti Abhay Abhinav Abhishek Aditi Aditya Ajay Akash Akshay
Alok Amit Amita Amitabh Amrita Anand Ananya Anika Anil Anita Anjali Ankit Ankita Anupam Anuradha Anush Arjun Arnav
Aruna Arun Arvind Ashok Ashwin Asha Avinash Ayush Bhavna Bharat Chandra Chetan Deepa Deepak Deepika Devika Dev Dhruv
Dinesh Divya Farhan Ganesh Gaurav Gautam Gayatri Geeta Girish Gita Gopal Govind Gurpreet Hari Harish Harpreet Harsh
Hemant Indira Isha Ishaan Jagdish Jaya Jyoti Kabir Kalpana Kamala Kapil Karan Karthik Kavita Kavya Kiran Kishore
Krishna Kunal Lakshmi Lata Madhav Madhu Mahesh Mala Manish Manisha Manjit Manoj Maya Meena Meera Mohan Mohit Mukesh
Nandini Naresh Naveen Neeraj Neha Nikhil Nilesh Nisha Nitin Padma Pankaj Parvati Pooja Prabhakar Pradeep Prakash
Pramod Pranav Prasad Prashant Pratik Pravin Preeti Prem Priya Priyanka Puja Radha Raghav Rahul Raj Rajan Rajeev
Rajendra Rajesh Rakesh Ram Ramesh Rani Ranjit Rashmi Ravi Rekha Ritu Rohan Rohit Roshan Sachin Sandeep Sangeeta Sanjay
Sanjeev Sarita Satish Savita Seema Shankar Shanti Shivani Shobha Shreya Shruti Shyam Siddharth Sita Smita Sneha Sonal
Srinivas Sudha Sudhir Sumit Sunil Sunita Suresh Sushma Swati Tanvi Tarun Tushar Uday Uma Umesh Usha Vaishali Vandana
Varun Vasant Venkat Venkatesh Vidya Vijay Vikas Vikram Vimala Vinay Vineet Vinod Vishal Vivek Yash Yogesh Aamir Abbas
Abdul Abdullah Abu Adnan Ahmad Ahmed Aisha Akbar Ali Alia Amal Amara Amina Amir Amira Anwar Asif Aslan Ayesha Ayşe
Aziz Bilal Burak Cem Deniz Elif Emine Emre Fadi Fahad Faisal Farah Farid Farida Faruk Fatema Fatima Fatma Gamal Habib
Hakan Hamid Hamza Hasan Hassan Hatice Hussein Huseyin Ibrahim Idris Imran Inaya Ismail Jamal Jamila Kamal Karim Kemal
Khaled Khalid Laila Leila Mahmoud Mahmud Malik Mariam Maryam Mehmet Mohamed Mohammad Mohammed Mona Muhammad Murat
Mustafa Nabil Nadia Naima Nasser Noor Nour Omar Osama Osman Othman Rana Rania Rashid Reza Sadia Said Salim Salma Sami
Samir Samira Selim Serkan Shirin Sultan Tariq Usman Waleed Yusuf Youssef Zahra Zain Zainab Zaynab Zeynep Chinedu
Adaeze Amadou Aminata Ayodele Chidi Chioma Emeka Fatou Folake Ifeoma Kofi Kwame Kwesi Mamadou Moussa Ngozi Nia Nneka
Obinna Oluwaseun Sekou Tendai Thabo Themba Wanjiru Zola Akira Akiko Aoi Ayumi Daisuke Emiko Haruka Haruki Haruto
Hideki Hikaru Hina Hiroko Hiroshi Hiroto Kaori Kazuki Kazuko Keiko Kenji Kenta Kumiko Kyoko Makoto Mariko Masahiro
Masako Masaru Megumi Michiko Minoru Misaki Nao Naoki Naomi Natsuki Noriko Osamu Ren Riku Ryo Sachiko Sakura Satoshi
Shigeru Shinji Shota Sota Tadashi Takashi Takeshi Takumi Taro Tatsuya Tomoko Toshiko Yoko Yoshiko Yui Yuka Yuki Yukiko
Yumi Yuto Bao Bin Bo Chao Chen Cheng Chun Dan Fang Fei Feng Gang Guo Hai Haoran Hong Hua Huan Hui Jian Jiahao Jie Jing
Jinping Jun Juan Kai Kun Lan Lei Li Liang Lin Ling Long Mei Meiling Min Ming Na Ning Peng Ping Qiang Qing Rong Rui
Shan Shu Tao Ting Wei Wen Xia Xiang Xiao Xiaoli Xiaoming Xin Xiu Xue Yan Yang Yi Yichen Ying Yong Yu Yuan Yue Yun
Zedong Zhen Zheng Zhong Zichen Ziyang Zixuan Dong-hyun Hyun Hyun-woo Eun-ji Ha-yoon Ji-hoon Ji-woo Jihoon Jimin Jin
Jisoo Joon Min-jun Minho Seo-yeon Seung Soo-jin Sung Yeon Young Nguyen Anh Hoa Huong Linh Minh Phuong Thanh Thao Thuy
Trang Tuan Agus Budi Dewi Putri Siti Wati
`

/** Given names that are also common words, months, places or makes: alone they say nothing. */
const AMBIGUOUS = `
Amber April Art Ashley Aria August Austin Bin Bo Brandon Carol Chao Charlotte Chen Chris Chun Crystal Dan Dana Dawn
Dev Dolores Don Earl Ed Fang Fei Feng Florence Gang Georgia Ginger Grace Guadalupe Guo Guy Hai Harmony Hazel Holly
Hong Hope Houston Hua Hui Iris Israel Ivory Ivy Jack Jackson Jade Jay Jian Jie Jin Jing Jordan Joy June Jun Kai Ken
Kim Kun Lan Lee Lei Li Liang Lily Lin Lincoln Ling Long Logan Luna Luz Mackenzie Madison Mai Mark Mason Max May Mei
Melody Mercedes Min Ming Morgan Na Nguyen Nao Nick Ning Noor Norma Ola Olive Paris Pat Paz Pearl Peng Penny Per
Phoenix Pia Pilar Ping Qing Ram Ray Ren Rich Rik Rob Robin Rod Roman Rong Rose Rosa Ross Roy Ruby Rui Sandy Said
Santiago Savannah Seth Shan Sierra Siri Sky Sofia Sol Spencer Stella Stormy Sultan Summer Sung Sunny Sydney Tanner Tao
Ting Tor Tuan Tyler Uma Vera Victoria Viola Violet Virginia Wade Warren Wei Wen Will Xia Xin Yan Yang Yash Yi Ying
Yong Young Yu Yuan Yue Yun Zen Zhen Zheng Concepción Esperanza Encarnación Trinidad Milagros Ascensión Soledad
Salvador Domingo Consuelo Rosario Alexa Alexis Harvey Marina Lourdes Montserrat Angus Kelly Lewis Francis Dominic
Karma Maya Trinity Leon Magdalena Marcela Paloma Blanca Alba Lane Mona Nova Java Jenkins Ada Julia Ruby Pascal Haskell
Swift Crystal Elixir Scala Kotlin
`

export const GIVEN_NAMES: ReadonlySet<string> = new Set(`${NAMES} ${AMBIGUOUS}`.trim().split(/\s+/).map(lower))

export const AMBIGUOUS_GIVEN_NAMES: ReadonlySet<string> = new Set(AMBIGUOUS.trim().split(/\s+/).map(lower))

function lower(name: string): string {
  return name.toLowerCase()
}
