import type { WordList } from './tags.ts'

export const SPANISH: WordList = {
  verbs: {
    pay: 'paga pague pagar págale transfiere transfiera transferir reembols* liquida liquide dona done donar devuélve* devuelve devolver abona abone págame presta costea salda adeuda reintegra cubre abon* sufrag* salda* saldar liquid* pasa pase pasar pásale pásales pásame pásanos pásalo pásala pásaselo pásasela suelta ingrés* hazle..bizum haz..bizum afloja costear desembols* remunera sald* remite remitir paga* págu*',
    move: 'mueve mover ingresa ingrese deposita manda mándale mandar envía enviar traspasa retira pon mete meter echa pasa pase traspas* transfi* destina aparta recarga recargar',
    buy: 'compra compre comprar cómpra* pide pida pedir alquila encarga renueva renovar adquiere haz..pedido suscríbe* consígue* encárga* adquirir amplía..alquiler coge..billete coge..entrada coge..entradas saca..billete saca..entradas saca..plazas sacar..plazas pilla pillar cóge* hazte compr* adquier* adquir* pill*',
    sell: 'vende venda vender cambia..dólares cambia..euros invierte invertir liquida deshazte..acciones deshaz cierra..posición',
    book: 'reserva reserve reservar resérva* aparta..mesa coge..mesa coge..sitio aparta..habitación',
    cancel:
      'cancela cancele cancelar anula anular da..baja dame..baja darme..baja borra..suscripción rescind* anul* quítame',
    sign: 'firma firme firmar suscribe suscribir suscriba formaliza formalizar rubrica rubricar apunt* inscrib* inscríb* matricula da..sí acepta..presupuesto cierra..trato prorroga prorrogar',
    approve: 'aprueb* aprobar autoriz* conced* acepta acepte aceptar da..alta confirma otorga otorg* admit* estima',
    reject:
      'rechaz* denieg* denegar descart* deniegue niega negar excluye suspende descalifica desestim* deneg* no..admitir tumba..solicitud inadmit*',
    destroy:
      'borra borre borrar borres elimin* vacía vacíe vaciar formatea formatear purga sobrescrib* suprime quita quite quitar limpia destruye tira desecha depura..registros deshazte carg* cárg* limpi* barr* fulmina vacia borr* suprim* quít*',
    operate:
      'reinici* apag* apaga deten detén detener deteng* para pare arranca escala saca restaura restaurar migra bloquea aísla cambia..registro mueve..buzón desconecta pon..mantenimiento tumba levanta limita formatea tumb* tir*..abajo levant* relanz* relanza reiníci* apág* arranc* vacia..cola cambia..certificado ajusta..límite',
    release: 'desplieg* despliega desplegar vuelve..versión instala instale instalar actualiza revierte lanza fusiona',
    permit:
      'desactiv* activ* revoc* revoque bloque* desbloque* abre abra abrir restablec* restablezca da..baja quita..acceso cierra rota renueva deja..entrar saca..grupo quítale expulsa..vpn cambia..contraseña dale..permiso quít* otorg* otorgu* conced* liber* baj* retir* revoqu* habilit* deshabilit* quitar..acceso da..acceso dale..acceso dame..acceso abr* saca..permisos',
    give: 'da dale dar dé otorga concede haz..administradora haz..administrador otorg* otorgu* dame',
    make: 'crea cree crear añad* añade agrega haz haga hacer genera prepara pon construye da..alta',
    change: 'baja baje sube reduce cambia cambie cambiar modific* configur* edita actualiz* ajusta',
    run: 'ejecut* lanza corre',
    dismiss:
      'despid* despedir echa eche rescind* rescinde prescinde finaliza..contrato termina..contrato tramit*..baja fuera..de prescind* cesa cesar destituy* no..renovar echad echar dale..finiquito',
    hire: 'contrat* contrata incorpora dale..trabajo fich* quedamos..con coge..para',
    select: 'elig* elige elegir selecciona decid* quédate puntúa ordena..candidatos clasifica evalúa escoge',
    promote:
      'asciend* ascender sancion* expuls* desahuci* suspend* degrada amonesta traslada congela..bonus traslad* sanciona apercib*',
    treat: 'recet* ingres* receta prescrib* da..alta ponle..miligramos ponemos..mg administr* súbele..dosis',
    send: 'envía envíe enviar manda mande mandar reenví* reenvía haz..llegar hacer..llegar remite remitir remit* hag*..llegar',
    tell: 'avisa avise avisar dile di dígale notific* informa respond* recuerd* llama pregunta cuéntale cuéntaselo invita avís* dil* comunic* cuént*',
    post: 'publica publique publicar anuncia sube',
    arrange: 'programa agenda convoca cancela',
    write:
      'escrib* redact* traduc* resum* corrig* corrige mejora inventa reescrib* prepara elabora mata diseña genera despide..discurso quita..adverbios analiza calcula visualiza interpreta ordena elige..nombre escríb* prepár*',
    code: 'implement* program* refactor* depura depurar optimiz* corrig* integra convierte compila cierra..bloque desactiva..botón añade..diálogo renderiza',
    find: 'busca busque buscar encuentra muestra muéstra* enseña* enséña* lista consulta abre revisa dime obtén trae facilit* adjunt* extrae saca..listado pásame..listado pásanos..listado recopila mira enséñ* búsc* sac*..informe',
    explain: 'explica explíca* describe compara cuéntame dame nombra recomienda enumera',
    take: 'quiero quédate toma cojo',
    other: 'pon quita saca mete deja lleva congela marca mueve',
  },
  acts: {
    pay: 'abono pago liquidación reembolso devolución desembolso',
    buy: 'compra adquisición renovación contratación',
    cancel: 'cancelación anulación',
    sign: 'firma suscripción formalización',
    destroy: 'eliminación borrado supresión purga',
    operate: 'reinicio apagado parada',
    permit: 'revocación bloqueo desbloqueo restablecimiento alta otorgamiento habilitación',
    dismiss: 'despido cese baja desvinculación separación finiquito',
    hire: 'contratación incorporación',
    promote: 'ascenso traslado sanción suspensión',
    reject: 'denegación desestimación rechazo',
    approve: 'concesión aprobación',
    release: 'despliegue actualización',
    send: 'envío remisión',
    give: 'das',
  },
  nouns: {
    money:
      'dinero euros alquiler ahorro ahorros importe mil millón cien sueldo saldo propina pasta pavos hucha señal fianza anticipo minuta',
    bill: 'factura facturas recibo pago pagos transferencia transferencias reembolso reembolsos devolución gasto gastos pedido bizum deuda minuta jardinero fontanero honorarios señal',
    security: 'acciones acción fondo fondos bonos cartera posición mercado bitcoins',
    travel:
      'vuelo vuelos hotel habitación habitaciones billete billetes tren mesa viaje plazas plaza autobús entrada entradas concierto teatro metro tarjeta',
    contract: 'contrato contratos oferta arrendamiento acuerdo presupuesto trato',
    subscription: 'suscripción suscripciones gimnasio plan abono membresía netflix spotify carrera curso',
    system:
      'servidor servidores base bases datos nodo nodos clúster máquina máquinas proceso servicio disco red tráfico web balanceador instancia sistema sistemas correo pods cortafuegos subred buzón impresora dispositivo portátil',
    data: 'registros registro tabla tablas datos cuenta cuentas usuario usuarios cliente clientes archivo archivos fichero ficheros carpeta copia copias seguridad historial ficha fichas',
    access:
      'acceso accesos permiso permisos rol roles contraseña contraseñas clave cuenta cuentas usuario usuarios grupo puerto certificado factor autenticación regla cortafuegos licencias credenciales crm nóminas alta',
    privilege:
      'administrador administradora administradores permisos permiso acceso cortafuegos certificado balanceador baja root subred grupo privilegios lectura escritura lector propietario',
    production: 'producción directo inmediatamente',
    subject:
      'empleado empleados empleada trabajador* candidato candidatos candidata candidatas solicitante* inquilino inquilina inquilinos alumno alumna alumnos estudiante* paciente pacientes niño becario* persona personas currículum* portero cocinero camarero camarera cajero cajera contable ingeniero ingeniera conserje profesor profesora secretaria asesor técnico vendedor conductor enfermera jardinero asistente encargado candidatura candidaturas',
    application:
      'solicitud solicitudes préstamo hipoteca crédito reclamación prestación beca vacaciones asilo visado subsidio indemnización',
    employment:
      'sueldo salario puesto empleo laboral bonus jefe jefa equipo empresa falta plantilla nómina prácticas ascenso',
    medical: 'paciente pacientes cama cuidados intensivos hospital urgencias amoxicilina uci miligramos furosemida',
    text: 'carta cartas correo mensaje texto párrafo párrafos frase frases anuncio anuncios cuento historia poema haiku plantilla artículo resumen discurso cláusula aviso nota notas informe reseña lista guion capítulo adverbios repeticiones respuesta comunicado protagonista redacción email nombre título eslogan brindis',
    code: 'función método clase módulo componente formulario consulta código programa prueba pruebas migración migraciones ruta endpoint columna modelo expresión variable bucle comando pipeline filas imports importaciones contador script aplicación paso tarjeta interfaz reembolsar vista test bloque finally botón diálogo ventana animación conexión estado bloqueado campo campos entidad fila línea líneas',
    message: 'recordatorio mensaje informe acta aviso nota notas noticia reseña correo',
    meeting: 'reunión cita entrevista llamada evento',
    record:
      'factura facturas contrato contratos ticket tickets pedido pedidos cliente clientes saldo estado cifras ventas acta historial guardia expediente calendario citas documento correo material devoluciones',
    audience:
      'equipo clientes cliente inquilinos padres todos junta canal abogado abuela colegas proveedor señora señor compañeros',
    order: 'pedido pedidos monitores cajas papel café dominio',
    version: 'versión versiones parche',
    plain:
      'lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre inglés español francés alemán',
    gone: 'vacía vacío fuera apagado apagada cerrado línea eliminada salir',
    figure: 'broma chiste idea adverbios',
    test: 'prueba pruebas ejemplo',
  },
  functions: {
    article:
      'el la los las un una unos unas de del al a en con por para y o que es son mi mis tu tus su sus nuestro nuestra se no lo le les este esta como más',
    question:
      'qué que cómo cuándo cuánto cuánta cuántos dónde quién cuál cuáles es puedo vale por se hay son puede está diferencia mejor',
    how: 'cómo por',
    many: 'muchos',
    if: 'si supón',
    polite:
      'por favor ahora luego también hola primero y después inmediatamente ya entonces bien vale hoy oye eh bueno pues venga porfa mira vamos x q ah ok a ver hala anda estimado estimada',
    can: 'puedes puede podrías podría puedas podemos',
    you: 'usted tú',
    i: 'yo me nos',
    wish: 'quiero quisiera gustaría necesito deseo',
    that: 'que',
    must: 'debe deben tiene hay tienen debería vence',
    not: 'no nada nadie ya ningún ninguna',
    pronoun: 'lo la los las eso esto todo ambos',
    ours: 'mi mis nuestro nuestra nuestros nuestras tengo tenemos hoy noche actual siguen',
    and: 'y luego pero',
    preposition: 'en con de para a al del por',
    ensure: 'asegúrate asegúrese ocúpate encárgate procura',
    particle: 'baja alta',
    fault: 'imposible denegado',
    person: 'señor señora don doña',
    determiner: 'el la los las un una unos unas mi mis nuestro nuestra todos todas este esta',
    asks: 'ruego ruega rogamos sírvase sirvanse solicito solicitamos proceda agradecería agradeceríamos tenga téngase tramite tramitar procédase',
    minds: 'importaría importa haces amable',
    told: 'dijo pidió tutorial dice dicen decía',
    anybody: 'alguien',
    toMe: 'me nos',
  },
}
