import type { CaseTable } from '../../recognizers/table.cases.ts'
import { PASSWORD_WORDS, SECRET_WORDS } from './worded.ts'

const KEY = 'q7Lk2Vb9Xz4Tn1Rw8Yp3'
const BODY = 'MIIEpAIBAAKCAQEA7bq2Zk9x1v3Q4w5e6r7t8y9u0iop\nq1w2e3r4t5y6u7i8o9p0'

/** Passwords behind a word, in the ways that people write them. */
export const PASSWORD_CASES: CaseTable = {
  matches: [
    ...PASSWORD_WORDS.map((word) => [`${word}: Tr0ub4dor&3`, 'Tr0ub4dor&3'] as const),
    ['my password is hunter2.', 'hunter2'],
    ['the password for the printer is "blue fish 42"', 'blue fish 42'],
    ['Mein Passwort lautet Sommer2024!', 'Sommer2024!'],
    ['la contraseña es Verano2024', 'Verano2024'],
    ['le mot de passe est Ete2024!', 'Ete2024!'],
    ['the password was reset to x9!Kq7', 'x9!Kq7'],
    ['my password is sunshine.', 'sunshine'],
    ['Password: sunshine', 'sunshine'],
    ['user: bob\npassword: 123456\nhost: db', '123456'],
    ['{"password": "s3cr3t pw"}', 's3cr3t pw'],
    ["{'db_password': 'correct-horse'}", 'correct-horse'],
    ['{\\"password\\":\\"s3cr3t\\"}', 's3cr3t'],
    ['DB_PASSWORD=Tr0ub4dor&3', 'Tr0ub4dor&3'],
    ['DB_PASSWORD_PROD=Tr0ub4dor', 'Tr0ub4dor'],
    ['dbPassword = "Tr0ub4dor"', 'Tr0ub4dor'],
    ['Server=db;Uid=sa;Pwd=xY9!kk;Database=a', 'xY9!kk'],
    ['?user=bob&password=xY9kk7&x=1', 'xY9kk7'],
    ['パスワードは: hunter22', 'hunter22'],
    ['postgres://bob:t0ps3cret@db.example.com/x', 't0ps3cret'],
    ['amqp://:t0ps3cret@queue', 't0ps3cret'],
    ['my pin is 4711', '4711'],
    ['PIN: 471199', '471199'],
    ['pin code 4711', '4711'],
    ['Geheimzahl ist 4711', '4711'],
  ],
  underLabels: [
    ['password', 'hunter2', 'hunter2'],
    ['dbPassword', 'Tr0ub4dor&3', 'Tr0ub4dor&3'],
  ],
  nearMisses: [
    'docker run -v $(pwd):/app node:20 npm ci',
    'echo $PWD: /home/shared',
    'your password is incorrect.',
    'the password is stored hashed',
    'password: string;',
    'password: required',
    'const password = form.password',
    'password = getPassword(user)',
    'if (password == null) return',
    'password_length: 12',
    'PASSWORD_RESET_URL=https2x.example',
    'password: ********',
    'password: changeme',
    'password: change-this',
    "password: 'real-secret-6-levels'",
    'a name AND password: redis://:password@host has one',
    'password: "REPLACE_ME"',
    'password: "insert password here"',
    'password: "placeholder"',
    "password: 'passwordHash'",
    "password: 'PasswordFlow'",
    "password: 'test'",
    'password: string|undefined;',
    'password: string | undefined',
    'password: Option<String>,',
    'password: z.string().min(8)',
    'password: null!',
    'password: *pw1',
    'password: !vault |',
    'password: process.env.DB_PW1!',
    'password: {{ vault_pw1 }}',
    'password = os.environ["PW1"]',
    'password: (e) => set1(e)',
    'password: Sequelize.STRING(255)',
    'password=$DB_PASSWORD',
    'password: <your password>',
    'I forgot my password 3 times',
    'Passwords must have 12 characters.',
    'if not (user or passwd):\n    return x1',
    'postgres://bob:password@db.example.com/x',
    'http://localhost:8080/@scope/x',
    'spinning at 4711 rpm',
    'the pin 4711.5',
    'pin 20260101-1',
    'password = &buffer1',
    'password = user1.pw',
    'enter the password: "the new one goes here"',
  ],
}

/** Keys behind a word. */
export const SECRET_CASES: CaseTable = {
  matches: [
    ...SECRET_WORDS.map((word) => [`${word} = ${KEY}`, KEY] as const),
    [`the api key is ${KEY}.`, KEY],
    [`"clientSecret": "${KEY}"`, KEY],
    [`ACME_API_KEY=${KEY}`, KEY],
    ['aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzz', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzz'],
    ['AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlC+1/zz==;EndpointSuffix=x', 'Eby8vdM02xNOcqFlqUwJPLlmEtlC+1/zz=='],
  ],
  underLabels: [['api_key', KEY, KEY]],
  nearMisses: [
    `the build is ${KEY}`,
    'token = aaaaaaaaaaaaaaaaaaa1',
    'api_key = "YOUR_API_KEY_HERE_1234567"',
    'token = "EXAMPLE_TOKEN_9876543210"',
    'secret = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    'secret: "q1abcdefghijklmnop"',
    'api_key: "q0123456789abcdef"',
    'secret = short1',
    'type GetToken = RealtimeFactoryV4GetTokenOptions',
    'token: ed25519.Ed25519PrivateKey',
    'credentials = standard_b64encode',
    'secret = correcthorsebatterystaple',
    'token_url = abcdefgh12345678',
    'secret = /etc/keys/2024/server1',
  ],
}

/** Tokens of RFC 6750, credentials of RFC 7617 and cookies of RFC 6265. */
export const ACCESS_TOKEN_CASES: CaseTable = {
  matches: [
    [`Authorization: Bearer ${KEY}`, KEY],
    ['Authorization: Basic czZCaGRSa3F0MzpnWDFm', 'czZCaGRSa3F0MzpnWDFm'],
    ['Cookie: sid=8f2k3j4h5g6; theme=dark', '8f2k3j4h5g6'],
    ['Set-Cookie: sid=8f2k3j4h5g6; Path=/; Expires=12345678', '8f2k3j4h5g6'],
    ["cookies = 'sid=8f2k3j4h5g6; uid=77aa88bb'", '8f2k3j4h5g6', '77aa88bb'],
  ],
  nearMisses: [
    'Bearer tokens are described below',
    'a basic understanding2024',
    'cookie: chocolate=delicious',
    'bearer of bad news1',
  ],
}

/** Keys of RFC 7468. */
export const PRIVATE_KEY_CASES: CaseTable = {
  matches: [
    ...['', 'RSA ', 'EC ', 'DSA ', 'ENCRYPTED ', 'OPENSSH '].map((kind) => {
      const key = `-----BEGIN ${kind}PRIVATE KEY-----\n${BODY}\n-----END ${kind}PRIVATE KEY-----`
      return [`see ${key} here`, key] as const
    }),
    [`-----BEGIN PGP PRIVATE KEY BLOCK-----\n${BODY}`, `-----BEGIN PGP PRIVATE KEY BLOCK-----\n${BODY}`],
    [`${BODY}\n-----END PRIVATE KEY-----`, `${BODY}\n-----END PRIVATE KEY-----`],
  ],
  nearMisses: [
    `-----BEGIN PUBLIC KEY-----\n${BODY}\n-----END PUBLIC KEY-----`,
    '-----BEGIN PRIVATE KEY-----...',
    `BEGIN PRIVATE KEY ${BODY}`,
    'text\n-----END PRIVATE KEY-----',
  ],
}
