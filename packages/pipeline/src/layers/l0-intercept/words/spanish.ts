import type { WordList } from './tags.ts'

export const SPANISH: WordList = {
  verbs: {
    pay: 'paga pague pagar págale transfiere transfiera transferir reembols* liquida liquide dona done donar devuélve* devuelve devolver abona abone págame presta costea salda adeuda reintegra cubre',
    move: 'mueve mover ingresa ingrese deposita manda mándale mandar envía enviar traspasa retira pon',
    buy: 'compra compre comprar cómpra* pide pida pedir alquila encarga renueva renovar adquiere haz..pedido suscríbe* consígue* encárga* adquirir amplía..alquiler',
    sell: 'vende venda vender cambia..dólares cambia..euros invierte invertir liquida deshazte..acciones deshaz cierra..posición',
    book: 'reserva reserve reservar resérva*',
    cancel: 'cancela cancele cancelar anula anular',
    sign: 'firma firme firmar',
    approve: 'aprueb* aprobar autoriz* conced* acepta acepte aceptar da..alta confirma otorga',
    reject: 'rechaz* denieg* denegar descart* deniegue niega negar excluye suspende descalifica',
    destroy:
      'borra borre borrar borres elimin* vacía vacíe vaciar formatea formatear purga sobrescrib* suprime quita quite quitar limpia destruye tira desecha depura..registros deshazte',
    operate:
      'reinici* apag* apaga deten detén detener deteng* para pare arranca escala saca restaura restaurar migra bloquea aísla cambia..registro mueve..buzón desconecta pon..mantenimiento tumba levanta limita formatea',
    release: 'desplieg* despliega desplegar vuelve..versión instala instale instalar actualiza revierte lanza fusiona',
    permit:
      'desactiv* activ* revoc* revoque bloque* desbloque* abre abra abrir restablec* restablezca da..baja quita..acceso cierra rota renueva deja..entrar saca..grupo quítale expulsa..vpn cambia..contraseña dale..permiso',
    give: 'da dale dar dé otorga concede haz..administradora haz..administrador',
    make: 'crea cree crear añad* añade agrega haz haga hacer genera prepara pon construye da..alta',
    change: 'baja baje sube reduce cambia cambie cambiar modific* configur* edita actualiz* ajusta',
    run: 'ejecut* lanza corre',
    dismiss: 'despid* despedir echa eche rescind* rescinde prescinde finaliza..contrato termina..contrato',
    hire: 'contrat* contrata incorpora dale..trabajo',
    select: 'elig* elige elegir selecciona decid* quédate puntúa ordena..candidatos clasifica evalúa escoge',
    promote: 'asciend* ascender sancion* expuls* desahuci* suspend* degrada amonesta traslada congela..bonus',
    treat: 'recet* ingres* receta prescrib* da..alta',
    send: 'envía envíe enviar manda mande mandar reenví* reenvía',
    tell: 'avisa avise avisar dile di dígale notific* informa respond* recuerd* llama pregunta cuéntale cuéntaselo invita',
    post: 'publica publique publicar anuncia sube',
    arrange: 'programa agenda convoca cancela',
    write:
      'escrib* redact* traduc* resum* corrig* corrige mejora inventa reescrib* prepara elabora mata diseña genera despide..discurso quita..adverbios analiza calcula visualiza interpreta ordena elige..nombre',
    code: 'implement* program* refactor* depura depurar optimiz* corrig* integra convierte compila cierra..bloque desactiva..botón añade..diálogo renderiza',
    find: 'busca busque buscar encuentra muestra muéstra* enseña* enséña* lista consulta abre revisa dime obtén trae',
    explain: 'explica explíca* describe compara cuéntame dame nombra recomienda enumera',
    take: 'quiero quédate toma cojo',
    other: 'pon quita saca mete deja lleva congela marca mueve',
  },
  nouns: {
    money: 'dinero euros alquiler ahorro ahorros importe mil millón cien sueldo saldo propina',
    bill: 'factura facturas recibo pago pagos transferencia transferencias reembolso reembolsos devolución gasto gastos pedido bizum deuda',
    security: 'acciones acción fondo fondos bonos cartera posición mercado bitcoins',
    travel: 'vuelo vuelos hotel habitación habitaciones billete billetes tren mesa viaje plazas',
    contract: 'contrato contratos oferta arrendamiento acuerdo presupuesto',
    subscription: 'suscripción suscripciones gimnasio plan abono membresía',
    system:
      'servidor servidores base bases datos nodo nodos clúster máquina máquinas proceso servicio disco red tráfico web balanceador instancia sistema sistemas correo pods cortafuegos subred buzón impresora dispositivo portátil',
    data: 'registros registro tabla tablas datos cuenta cuentas usuario usuarios cliente clientes archivo archivos fichero ficheros carpeta copia copias seguridad historial ficha fichas',
    access:
      'acceso accesos permiso permisos rol roles contraseña contraseñas clave cuenta cuentas usuario usuarios grupo puerto certificado factor autenticación regla cortafuegos',
    privilege:
      'administrador administradora administradores permisos permiso acceso cortafuegos certificado balanceador baja root subred grupo',
    production: 'producción directo inmediatamente',
    subject:
      'empleado empleados empleada trabajador* candidato candidatos candidata candidatas solicitante* inquilino inquilina inquilinos alumno alumna alumnos estudiante* paciente pacientes niño becario* persona personas currículum* portero cocinero camarero camarera cajero cajera contable ingeniero ingeniera conserje profesor profesora secretaria asesor técnico vendedor conductor enfermera jardinero asistente encargado candidatura candidaturas',
    application:
      'solicitud solicitudes préstamo hipoteca crédito reclamación prestación beca vacaciones asilo visado subsidio indemnización',
    employment: 'sueldo salario puesto empleo laboral bonus jefe jefa equipo empresa falta plantilla nómina prácticas',
    medical: 'paciente pacientes cama cuidados intensivos hospital urgencias amoxicilina uci',
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
      'qué que cómo cuándo cuánto cuánta cuántos dónde quién cuál cuáles es puedo vale por se hay son puede está',
    how: 'cómo por',
    many: 'muchos',
    if: 'si supón',
    polite: 'por favor ahora luego también hola primero y después inmediatamente ya entonces bien vale hoy',
    can: 'puedes puede podrías podría puedas',
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
  },
}
