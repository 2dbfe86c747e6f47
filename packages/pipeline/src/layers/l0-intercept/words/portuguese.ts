import type { WordList } from './tags.ts'

export const PORTUGUESE: WordList = {
  verbs: {
    pay: 'pague paga pagar liquide liquidar transfira transfere transferir reembols* estorne estornar doe doa doar devolva faça..pix quite empreste cubra financie adiante manda..pix manda..real quit* acert* sald* repass* desembols* honre banque pag* liquid* joga..conta deposita devolve',
    move: 'mande mandar envie mova deposite saque coloque ponha passe manda joga jogue bota passa transfer* transfir* mandem mandamos deposit* recarregue recarrega',
    buy: 'compre compra comprar encomend* peça alugue renove assine..plano adquira providencie..compra prolongue..aluguel compr* adquir* pega..ingresso compra..ingresso garante..lugares garantir..lugares renov* assina..plano providenci*',
    sell: 'venda vende vender invista troque converta..reais desfaça..ações encerre..posição',
    book: 'reserve reserva reservar marque..voo reserv* garante..mesa segura..mesa marca..quarto',
    cancel: 'cancel* encerr* corta..assinatura tira..assinatura desist*',
    sign: 'assine assinar assina firmar firme firm* assin* subscrev* inscrev* matricul* fech*..contrato aceita..proposta prorrogue prorrogar',
    approve: 'aprov* autoriz* conced* conceda aceite aceita libere confirme dê..alta defer* defir* acolh*',
    reject:
      'recus* negue negar rejeit* descart* indefir* exclua..candidato reprove elimine..candidato indefer* neg* reprov*',
    destroy:
      'apag* exclu* remov* esvazi* format* elimin* limpe sobrescrev* delete deletar jogue..fora descarte delet* limpa some..com zera zerar expurg* detona',
    operate:
      'reinici* deslig* pare parar ligue tire suba restaur* migre isole mova..caixa desconecte derrube levante coloque..manutenção derrub* desliga* sobe baixa troca..certificado trocar..certificado pausa levant* desativ*',
    release: 'implante implantar faça..deploy instale instalar volte..versão atualize lance',
    permit:
      'desativ* ativ* revog* bloque* desbloque* abra abrir redefin* feche deixe..entrar tire..grupo troque..senha liber* conced* tira..acesso dá..acesso me..dá..acesso abr* corta..acesso',
    give: 'dê dá dar conceda atribua conced* atribu* outorg*',
    make: 'crie criar cria adicion* faça faz fazer gere prepare cadastre elabore inclua',
    change: 'reduz* reduza aumente mude altere alterar modific* configur* edite atualize substitua troque',
    run: 'execut* rode rodar',
    dismiss:
      'demit* dispens* rescind* mande..embora desligue..funcionário encerre..contrato deslig* manda..embora mandar..embora não..renovar',
    hire: 'contrat* admita dê..vaga efetive admit* fica..com efetiv*',
    select: 'escolh* selecion* decid* avali* classifique',
    promote:
      'promov* advirta suspend* expuls* despej* rebaixe transfira..setor congele..bônus advertir transfer*..setor advert*',
    treat: 'prescrev* receit* intern* dê..alta passa..tomar recebe..alta administr* aumenta..dose dá..alta',
    send: 'envie enviar mande mandar encaminh* envi* remet* repass*',
    tell: 'avis* diga dizer informe respond* lembre notifique ligue..para chame pergunte convide inform* comunic* fala..pra',
    post: 'publique publicar poste anuncie',
    arrange: 'agende marque organize cancele',
    write:
      'escrev* redij* traduz* resum* corrij* melhore reescrev* invente elabore componha corte encurte prepare analise calcule visualize interprete escolha..nome ordene elabor* redig* faz..texto faz..textinho',
    code: 'implement* refator* depure corrija otimize converta programe integre feche..bloco desative..botão adicione..diálogo',
    find: 'procur* encontre mostre mostra busque liste consulte abra verifique ache lista listar anex* levanta..lista puxa extrai* mostra* ach*',
    explain: 'expliq* descrev* compare conte dê..dicas cite recomende',
    take: 'quero fico levo pego',
    other: 'ponha coloque tire deixe leve congele marque',
  },
  acts: {
    pay: 'liquidação pagamento quitação reembolso estorno depósito',
    buy: 'compra aquisição renovação contratação',
    cancel: 'cancelamento',
    sign: 'assinatura celebração',
    destroy: 'exclusão eliminação remoção expurgo',
    operate: 'reinício desligamento',
    permit: 'revogação bloqueio desbloqueio liberação concessão redefinição',
    dismiss: 'demissão desligamento dispensa rescisão',
    hire: 'contratação admissão',
    promote: 'promoção transferência suspensão',
    reject: 'indeferimento recusa',
    approve: 'concessão aprovação deferimento',
    release: 'implantação atualização',
    send: 'envio encaminhamento',
  },
  nouns: {
    money:
      'dinheiro euros reais aluguel pix quantia mil milhão saldo salário gorjeta poupança grana conto pila sinal caução',
    bill: 'fatura faturas conta pagamento pagamentos transferência transferências reembolso estorno despesa despesas boleto dívida encanador jardineiro parcela sinal honorários',
    security: 'ações ação fundo fundos carteira mercado bitcoins títulos',
    travel:
      'voo voos hotel quarto quartos passagem passagens trem mesa viagem bilhete entrada entradas ingresso ingressos show lugares ônibus metrô',
    contract: 'contrato contratos oferta locação acordo proposta orçamento',
    subscription: 'assinatura assinaturas academia plano mensalidade netflix spotify curso corrida inscrição',
    system:
      'servidor servidores banco bancos dados nó cluster pods máquina processo serviço disco rede tráfego site instância sistema sistemas balanceador sub caixa impressora dispositivo',
    data: 'registros registro dados tabela tabelas conta contas usuário usuários cliente clientes arquivo arquivos pasta pastas backup backups cópia histórico linhas',
    access:
      'acesso acessos permissão permissões papel senha senhas conta contas usuário usuários chave grupo porta certificado autenticação fatores regra firewall credenciais licenças vpn',
    privilege:
      'administrador administradores administradora permissões acesso firewall root certificado domínio grupo certificados privilégios leitura escrita leitor proprietário',
    production: 'produção imediatamente',
    subject:
      'funcionário funcionários empregad* trabalhador* candidato candidatos candidata solicitante* inquilino inquilinos aluno aluna alunos estudante* paciente pacientes menino estagiári* pessoa porteiro cozinheiro garçom garçonete contador engenheiro zelador professor professora secretária consultor técnico vendedor vendedora motorista enfermeira jardineiro assistente gerente candidatura candidaturas colaborador colaboradora servidora temporário',
    application:
      'empréstimo hipoteca crédito indenização benefício bolsa férias asilo visto pedido solicitação auxílio requerimento',
    employment:
      'salário vaga emprego trabalho chefe equipe empresa atrasos bônus cargo escola estágio colaborador colaboradora servidora servidor licença promoção',
    medical: 'paciente leito uti hospital amoxicilina quarto furosemida miligramas',
    text: 'carta cartas mail email mensagem texto parágrafo frase frases anúncio anúncios conto história poema modelo artigo resumo discurso cláusula slogan aviso nota comunicado roteiro repetições advérbios capítulo nome título brinde',
    code: 'função método classe módulo componente formulário consulta código programa teste testes migração rota endpoint coluna variável laço comando script pipeline workflow passo botão página guard imports linhas app simulador schema checkout temporários imagem bloco finally diálogo janela animação conexão bloqueado estado confirmação campo campos entidade modelo linha',
    message: 'relatório lembrete mensagem ata aviso nota',
    meeting: 'reunião compromisso entrevista chamada',
    record:
      'fatura faturas contrato contratos pedido ticket tickets saldo situação números vendas ata faltas compromissos calendário documento conta reserva cliente',
    audience: 'equipe clientes cliente moradores colegas todos vovó advogado conselho abrigo fornecedor senhora senhor',
    order: 'pedido pedidos monitores caixas papel café domínio',
    version: 'versão',
    plain:
      'segunda terça quarta quinta sexta sábado domingo feira janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro inglês português francês alemão espanhol',
    gone: 'vazio vazia desligado desligada fora fechado sair',
    figure: 'piada ideia atenção',
    test: 'teste testes exemplo simulador',
  },
  functions: {
    article:
      'o a os as um uma uns umas do da dos das de ao à no na nos nas e ou em com por para que é são meu minha meus minhas seu sua nosso nossa não se este esta isso pelo pela',
    question: 'como quando quanto quanta quantos qual quais quem é onde posso pode vale são está tem diferença melhor',
    how: 'como por',
    many: 'quantos',
    if: 'se',
    polite:
      'por favor agora depois também olá primeiro e então bem já oi ei aí pra pro tá bom beleza cara gente tipo olha escuta pfv né uai ah é me',
    can: 'pode poderia podes consegue podemos',
    you: 'você tu o',
    i: 'eu',
    wish: 'quero queria gostaria preciso',
    that: 'que',
    must: 'deve devem precisa tem vence',
    not: 'não mais nada ninguém',
    pronoun: 'o a os as isso tudo ambos',
    them: 'lhe',
    ours: 'meu minha meus minhas nosso nossa tenho hoje ainda atual',
    and: 'e depois mas',
    preposition: 'em no na com de do da para ao por',
    ensure: 'garanta certifique cuide providencie',
    particle: 'alta embora',
    fault: 'impossível negado',
    person: 'senhor senhora dona',
    determiner: 'o a os as um uma uns umas meu minha meus minhas nosso nossa todos todas este esta',
    asks: 'solicito solicitamos queira queiram providenciar providencie peço pedimos requer solicita',
    minds: 'importa importaria incomoda gentil',
    told: 'disse pediu falou mandou tutorial contou diz',
    anybody: 'alguém',
    toMe: 'me',
  },
}
