interface SlapdSettings {
  readonly schemaDirectory: string
  readonly moduleDirectory?: string | undefined
  readonly dataDirectory: string
  readonly baseDn: string
  readonly adminDn: string
  readonly readerDn: string
  readonly password: string
  readonly sizeLimit?: number | undefined
}

/**
 * The text of slapd.conf(5): one database of people and groups, `memberOf` kept by its overlay, and two attributes that
 * other products use for disabled accounts, under OpenLDAP's arc for experiments.
 */
export function slapdConfig(settings: SlapdSettings): string {
  const { schemaDirectory, moduleDirectory, dataDirectory, baseDn, adminDn, readerDn, password, sizeLimit } = settings
  const modules =
    moduleDirectory === undefined ? [] : [`modulepath ${moduleDirectory}`, 'moduleload back_mdb', 'moduleload memberof']
  const limits = sizeLimit === undefined ? 'unlimited' : `${sizeLimit} size.prtotal=${sizeLimit}`
  return [
    ...['core', 'cosine', 'inetorgperson'].map((name) => `include ${schemaDirectory}/${name}.schema`),
    "attributetype ( 1.3.6.1.4.1.4203.666.11.77.1 NAME 'accountStatus'",
    '  EQUALITY caseIgnoreMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )',
    "attributetype ( 1.3.6.1.4.1.4203.666.11.77.2 NAME 'userAccountControl'",
    '  EQUALITY integerMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )',
    "objectclass ( 1.3.6.1.4.1.4203.666.11.77.3 NAME 'testAccount' AUXILIARY",
    '  MAY ( accountStatus $ userAccountControl ) )',
    ...modules,
    'sizelimit unlimited',
    'database mdb',
    'maxsize 268435456',
    `suffix "${baseDn}"`,
    `rootdn "${adminDn}"`,
    `rootpw ${password}`,
    `directory ${dataDirectory}`,
    'dbnosync',
    'overlay memberof',
    'memberof-refint true',
    `limits dn.exact="${readerDn}" size=${limits}`,
    'access to attrs=userPassword by anonymous auth by * none',
    `access to * by dn.exact="${readerDn}" read by * none`,
    '',
  ].join('\n')
}
