import type { WordList } from './tags.ts'

export const FRENCH: WordList = {
  verbs: {
    pay: 'paie paye payez payer vire virez virer règle réglez régler rembours* transfère transférez transférer fais..don donne..euros donnez..euros verse versez verser acquitte prête couvre finance solde avance sold* règl* acquitt* crach* banque avanc* balance allonge versons versé versée versés versées verseras verserez défraye dédommage honore honorer rends rendre',
    move: 'mets dépose envoie envoyez déplace retire place balance bascule transfère vire vir* recharge recharger',
    buy: 'achète achetez acheter commande commandez commander loue louez abonne renouvelle renouvelez passe..commande passez..commande prends..billet procure prolonge..location prends..places prends..place prends..billets prends..aller prends..vol chope..places acquiers acquérir passer..commande commande* achèt*',
    sell: 'vends vendez vendre échange investis convertis..euros liquide passe..ordre débarrasse..actions clôture..position solde..position',
    book: 'réserve réservez réserver bloque..table bloque..chambre retiens retenir prends..table prends..chambre',
    cancel:
      'résilie résiliez résilier annule annulez annuler résili* annul* désabonne désinscris vire..abonnement arrête..abonnement',
    sign: 'signe signez signer contresigne parapher paraphe paraphez sign* souscris souscrire conclus conclure inscris inscris* accepte..devis accepte..offre prolonge..bail prolonger..bail renouvelle..bail',
    approve:
      'approuve approuvez approuver accorde accordez accorder autorise autorisez valide validez accepte acceptez accepter accord* valid* retiens retenir agré*',
    reject:
      'refuse refusez refuser rejette rejetez rejeter écarte écartez écarter rejet élimine recale refus* rejet* débout* écart* recal* déclin*',
    destroy:
      'supprime supprimez supprimer efface effacez effacer vide videz vider purge purgez formate formatez écrase enlève retire détruis nettoie jette débarrasse élimine vir* dégage dégager bazarde balaye balance supprim* effac* purg* nettoi* détrui*',
    operate:
      'redémarr* arrête arrêtez arrêter éteins éteignez éteindre coupe coupez démarre bascule basculez sors restaure restaurez restaurer migre isole lance déplace..boîte déconnecte relance débranche mets..maintenance mets..ligne monte coup* relanc* bouge..certificat remplace..certificat change..certificat purge descends rallume débranch* mets..offline stoppe stopper',
    release: 'déploie déployez déployer reviens..version installe installez mets..jour fusionne livre',
    permit:
      'désactiv* activ* révoqu* bloque bloquez débloque* ouvre ouvrez réinitialis* ferme fermez retire renouvelle laisse..entrer sors..groupe change..mot expulse..vpn attribu* accord* octroi* octroy* retir* débloqu* ouvr* ferm* coup*..accès donne..accès donne..droits enlève..droits remets..compte restrein* habilit*',
    give: 'donne donnez donner accorde attribue confie attribu* octroi* octroy* confér* confi*',
    make: 'crée créez créer ajoute ajoutez ajouter fais faites faire établis génère prépare préparez construis mets',
    change: 'baisse baissez augmente réduis change changez modifi* configur* modifie remplace ajuste édite',
    run: 'exécut* lance lancez',
    dismiss:
      'licenci* renvoie renvoyez renvoyer vire virez mets..fin mettez..fin congédie remercie sépare termine..contrat remerci* mettre..fin rompre romps congédi* sépar*',
    hire: 'embauch* engage engagez recrut* prends..équipe donne..poste retiens..candidature valide..candidature',
    select: 'choisis choisissez choisir sélectionne décide décidez garde trie classe note évalue',
    promote:
      'promeus promouvez promouvoir exclus excluez expulse expulsez suspends sanctionne donne..avertissement nomme rétrograde mute gèle..prime avertis sanctionnez promouv* mut* nomm* titularis* rétrograd* élèv*',
    treat:
      'prescri* admets admettez hospitalise passe..sous passe..à administre augmente..dose mets..sous fais..sortir',
    send: 'envoie envoyez envoyer transmets transfère transférez expédie transmett* diffus* fais..parvenir faire..parvenir achemin* communiqu*',
    tell: 'dis dites préviens prévenez prévenir informe informez réponds répondez rappelle rappelez avertis invite demande appelle avise prévien* préven* averti* inform* dis* signal*',
    post: 'publie publiez publier poste postez annonce',
    arrange: 'planifie organise fixe annule',
    write:
      'écris écrivez écrire rédige rédigez rédiger tradui* résum* corrige corrigez reformul* améliore raccourcis invente compose prépare imagine renvoie..texte supprime..phrase élabore analyse calcule visualise interprète choisis..titre ordonne rédig* prépar*',
    code: 'implémente implémentez code refactoris* refactorise débogue optimise corrige intègre convertis compile programme ferme..bloc désactive..bouton ajoute..fenêtre',
    find: 'cherche cherchez trouve trouvez retrouve retrouvez montre montrez affiche affichez liste listez consulte ouvre vérifie fourni* retrouv* join* sors..liste extrai* récupèr* recherch*',
    explain: 'explique expliquez décris décrivez compare donne..idées raconte cite nomme recommande',
    take: 'prends prenez prendre veux garde',
    other: 'mets retire enlève sors laisse gèle marque passe',
  },
  acts: {
    pay: 'règlement paiement virement remboursement versement acquittement',
    buy: 'achat acquisition commande renouvellement',
    cancel: 'résiliation annulation',
    sign: 'signature conclusion souscription',
    destroy: 'suppression effacement destruction purge',
    operate: 'redémarrage arrêt extinction',
    permit: 'révocation blocage déblocage réinitialisation ouverture attribution retrait',
    dismiss: 'licenciement rupture renvoi séparation',
    hire: 'embauche recrutement',
    promote: 'promotion mutation suspension exclusion',
    reject: 'refus rejet',
    approve: 'accord validation octroi',
    release: 'déploiement installation',
    send: 'envoi transmission diffusion',
  },
  nouns: {
    money:
      'argent euros loyer livret montant mille million cent solde salaire pourboire épargne balles thune fric acompte caution cagnotte',
    bill: 'facture factures note paiement virement virements remboursement frais don dette commande prélèvement acompte traiteur plombier jardinier honoraires solde',
    security: 'actions titres fonds obligations portefeuille bourse bitcoins ordre ouverture',
    travel: 'vol vols hôtel chambre chambres billet billets train place places table voyage tgv aller métro carte',
    contract: 'contrat contrats bail offre accord devis',
    subscription: 'abonnement abonnements salle sport forfait adhésion gym netflix spotify semi cours club',
    system:
      'serveur serveurs base bases machine machines nœud cluster pods processus service services disque réseau trafic site messagerie instance système systèmes répartiteur tâche pare feu production boîte imprimante appareil',
    data: 'données fiche fiches table tables compte comptes utilisateur utilisateurs client clients fichier fichiers dossier dossiers sauvegarde sauvegardes journal journaux lignes historique enregistrements',
    access:
      'accès droit droits rôle rôles permission permissions compte comptes utilisateur utilisateurs mot passe clé clés groupe port certificat double authentification règle pare feu adresse licences portail alarme',
    privilege:
      'administrateur administrateurs droits accès permissions pare feu certificat root domaine groupe écriture lecture licences lecteur propriétaire',
    production: 'production direct immédiatement',
    subject:
      'employé employés salarié salariés candidat candidats candidate candidature candidatures demandeur locataire locataires élève élèves étudiant* patient patients patiente garçon stagiaire* dossiers personne collaborateur* portier cuisinier serveuse caissier caissière comptable ingénieur concierge professeur secrétaire conseiller technicien vendeur vendeuse chauffeur infirmière jardinier assistant assistante gardien',
    application:
      'demande demandes prêt crédit hypothèque indemnisation allocation bourse congés asile visa dossier candidature immobilier',
    employment:
      'salaire prime poste travail emploi chef équipe entreprise avertissement paie lycée promotion stage essai grade',
    medical: 'patient patiente patients lit réanimation hôpital urgences amoxicilline chambre furosémide milligrammes',
    text: 'lettre lettres courriel courrier mail message texte paragraphe phrase phrases annonce annonces histoire nouvelle poème haïku modèle article résumé discours clause slogan avis note notes rapport liste chapitre répétitions fautes entretien questions guide capitaine mousse titre toast',
    code: 'fonction méthode classe module composant formulaire requête code programme test tests migration route endpoint colonne modèle variable boucle script job étape workflow pipeline procédure stockée manifeste configuration page application action contrôleur imports lignes débiter image expression bloc finally bouton dialogue fenêtre animation connexion bloqué état champ champs entité ligne',
    message: 'rapport rappel message note notes avis rendu',
    meeting: 'réunion rendez entretien appel rencontre',
    record:
      'facture factures contrat contrats compte solde commande ticket tickets chiffres vente ventes transactions résultats dossier rendez agenda document archives colis rendu',
    audience:
      'équipe clients client cliente locataires tous tout collègues parents avocat mamie propriétaire refuge fournisseur monde',
    order: 'commande commandes écrans cartons papier café domaine',
    version: 'version versions correctif',
    plain:
      'lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril mai juin juillet août septembre octobre novembre décembre anglais français allemand espagnol',
    gone: 'vide éteint éteinte ligne parti supprimé fermé dehors quitter partir',
    figure: 'blague idée attention',
    test: 'test tests essai simulé simulés fictif',
  },
  functions: {
    article:
      'le la les l un une des du de d au aux et ou à en dans par pour sur avec est sont mon ma mes ton ta tes son sa ses notre nos votre vos ce cette qui que ne pas se il elle je j tu vous nous plus',
    question:
      'comment pourquoi quand quel quelle quels quelles qui que qu est où combien peut quoi sont faut différence meilleur meilleure',
    how: 'comment pourquoi',
    many: 'combien',
    if: 'si supposons',
    polite:
      's il te vous plaît plait veuillez maintenant ensuite puis aussi bonjour et d abord immédiatement donc alors ok bien oui euh ben bah bon hein stp svp dis écoute tiens allez salut coucou hop voilà',
    can: 'peux pouvez pourrais pourriez peut peuvent',
    you: 'tu vous',
    i: 'je j nous',
    wish: 'veux voudrais aimerais souhaite',
    that: 'que',
    must: 'doit doivent faut devrait échéance',
    not: 'ne plus pas rien personne',
    pronoun: 'le la les cela ça tout toutes en',
    them: 'lui moi leur',
    ours: 'mon ma mes notre nos nous j ai actuel encore soir',
    and: 'et puis mais',
    preposition: 'dans avec sur de pour en à du sous',
    ensure: 'assure occupe sorte nécessaire charge',
    particle: 'fin jour',
    fault: 'impossible échoue refusé',
    person: 'monsieur madame m mme',
    determiner: 'le la les l un une des mon ma mes notre nos tous toutes ce cette',
    asks: 'prie prions merci gré demandons veuillez procéder',
    minds: 'dérangerait dérange embêterait ennuie gentil',
    told: 'dit tuto tutoriel demandé disait prétend',
    anybody: 'quelqu on',
    toMe: 'me m',
  },
}
