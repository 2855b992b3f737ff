import { createECDH, randomBytes } from 'node:crypto'
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { type Brackets, parseVenueBrackets } from '@maru/positions'
import pg from 'pg'
import { z } from 'zod'
import { ConfigError } from './config-error.ts'
import { secretVariables, withSecretFiles } from './secret-files.ts'
import type { LookupKeys } from './secrets.ts'
import type { SyslogPlace } from './staff-log/syslog.ts'
import type { WebhookPlace } from './staff-log/webhook.ts'
import { isThisMachine, type PeerTls, peerTls } from './tls.ts'

export { ConfigError } from './config-error.ts'

const roles = ['api', 'gateway', 'core', 'market', 'jobs'] as const
export type Role = (typeof roles)[number]

const int = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,16}$/, 'is not a whole number')
    .transform(Number)
    .refine((n) => n >= min && n <= max, `is not between ${min} and ${max}`)
const flag = z.enum(['0', '1'], 'is neither 0 nor 1').transform((value) => value === '1')
const tlsSwitch = z.enum(['on', 'off'], 'is neither on nor off').optional()
const positive = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'is not a decimal number')
  .transform(Number)
  .refine((n) => n > 0 && n <= 1_000, 'is not above 0 and at most 1000')
const url = (protocol: RegExp, name: string) =>
  z
    .string()
    .refine((value) => URL.canParse(value) && protocol.test(new URL(value).protocol), `is not a ${name} address`)

/** What carries a key or a price: over TLS, except on this machine. */
const secureUrl = (scheme: 'https' | 'wss') =>
  z.string().refine((value) => {
    if (!URL.canParse(value)) return false
    const { protocol, hostname } = new URL(value)
    const isHere = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
    return protocol === `${scheme}:` || (isHere && protocol === `${scheme.slice(0, -1)}:`)
  }, `is not a ${scheme}:// address`)
const httpsUrl = secureUrl('https')
/** An address to which paths are added. */
const base = (scheme: 'https' | 'wss') =>
  secureUrl(scheme)
    .refine((value) => !/[?#]/.test(value), 'has more than a path behind its host')
    .transform((value) => value.replace(/\/+$/, ''))

const lastTime = Date.UTC(9999, 11, 31)
const isoDay = z.iso.date()
const isoDateTime = z.iso.datetime({ offset: true, local: true })

/** Date.parse alone also takes `foo 1` and a 30th of February for a time. */
function isoTime(value: string): number | null {
  return isoDay.safeParse(value).success || isoDateTime.safeParse(value).success ? Date.parse(value) : null
}

/** An address, or one with the length of its prefix. */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}

/** Proxies by their network, or by one of the names that stand for several. */
const isProxies = (text: string): boolean => isNetwork(text) || /^(loopback|linklocal|uniquelocal)$/.test(text)

/** Every variable that the server reads. An empty value counts as unset. */
const variables = z.object({
  PORT: int(0, 65_535).default(3000),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]+$/, 'is not a host name or address')
    .default('127.0.0.1'),
  METRICS_LISTEN: z
    .string()
    .regex(/^(\[[0-9a-fA-F:]+\]|[A-Za-z0-9._-]+):\d{1,5}$/, 'is no address and port such as 10.0.0.5:9464')
    .refine((value) => Number(value.slice(value.lastIndexOf(':') + 1)) <= 65_535, 'names no port')
    .optional(),
  CONSOLE_HOST: z
    .string()
    .toLowerCase()
    .regex(/^(?!.*\.\.)[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/, 'is no host name (without scheme and port)')
    .optional(),
  SANDBOX_PORT: z
    .string()
    .regex(/^(\d{1,5}|off)$/, 'is neither a port nor off')
    .refine((value) => value === 'off' || Number(value) <= 65_535, 'is no port')
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url(/^postgres(ql)?:$/, 'postgres://').optional(),
  DATABASE_TLS: tlsSwitch,
  TLS_CA: z.string().optional(),
  NATS_URL: url(/^(nats|tls|wss?):$/, 'nats://').optional(),
  ROLES: z
    .string()
    .default(roles.join(','))
    .transform((value, context) => {
      const named = value.split(',').map((part) => part.trim())
      for (const name of named) {
        if (!(roles as readonly string[]).includes(name)) {
          context.addIssue({ code: 'custom', message: `names '${name}', which is none of ${roles.join(', ')}` })
        }
      }
      return new Set(named as Role[]) as ReadonlySet<Role>
    }),
  FEED: z.enum(['simulator', 'replay', 'live'], 'is none of simulator, replay, live').default('simulator'),
  FEED_SEED: int(0, Number.MAX_SAFE_INTEGER).optional(),
  REPLAY_DIR: z.string().optional(),
  REPLAY_SPEED: positive.optional(),
  BINANCE_REST_URL: base('https').default('https://fapi.binance.com'),
  BINANCE_WS_URL: base('wss').default('wss://fstream.binance.com'),
  OANDA_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{8,200}$/, 'is no access token')
    .optional(),
  OANDA_ACCOUNT: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,40}$/, 'is no account number')
    .optional(),
  OANDA_STREAM_URL: httpsUrl.default('https://stream-fxpractice.oanda.com'),
  OANDA_REST_URL: httpsUrl.default('https://api-fxpractice.oanda.com'),
  FX_RATE_URL: httpsUrl.optional(),
  COIN_RATE_URL: httpsUrl.optional(),
  COIN_RATE_CHECK_URL: httpsUrl.optional(),
  LEVERAGE_BRACKETS: z.string().optional(),
  CLAMD_URL: url(/^tcp:$/, 'tcp://host:port')
    .refine((value) => new URL(value).port !== '', 'names no port')
    .optional(),
  CLAMD_TLS: tlsSwitch,
  SMTP_URL: url(/^smtps?:$/, 'smtp:// or smtps://')
    .refine(
      (value) => new URL(value).search === '',
      'has options behind its host: SMTP_TLS and TLS_CA say how TLS is used',
    )
    .optional(),
  SMTP_TLS: tlsSwitch,
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n<>]{0,60}<?[\w.+-]{1,64}@[\w.-]{1,190}>?$/, 'is no sender such as "Maru <no-reply@maru.example>"')
    .optional(),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{87}$/, 'is no public key of 65 bytes in base64url')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, 'is no private key of 32 bytes in base64url')
    .optional(),
  VAPID_SUBJECT: z
    .string()
    .regex(
      /^(mailto:[\w.+-]{1,64}@[\w.-]{1,190}|https:\/\/[\w.-]{1,190}(\/\S{0,100})?)$/,
      'is neither mailto: nor https://',
    )
    .optional(),
  PUSH_SERVICES: z
    .string()
    .regex(
      /^[a-z0-9.-]{1,190}(:\d{1,5})?(,[a-z0-9.-]{1,190}(:\d{1,5})?)*$/,
      'is no list of hosts such as push.maru.example',
    )
    .transform((value) => value.split(','))
    .optional(),
  SITE_GROUP: z
    .string()
    .regex(/^[a-z0-9_-]{1,40}$/, 'is not 1 to 40 of a-z, 0-9, _ and -')
    .default('main'),
  STANDBY: flag.default(false),
  CLOCK_START: z
    .string()
    .transform((value, context) => {
      const at = /^\d{1,15}$/.test(value) ? Number(value) : isoTime(value)
      if (at === null) context.addIssue({ code: 'custom', message: 'is neither epoch ms nor an ISO time' })
      else if (at > lastTime) context.addIssue({ code: 'custom', message: 'is after the year 9999' })
      return at ?? 0
    })
    .optional(),
  CLOCK_SPEED: positive.optional(),
  CLOCK_BACK: flag.default(false),
  CALENDAR: z.enum(['demo', 'real'], 'is neither demo nor real').optional(),
  DEMO: flag.optional(),
  DEMO_PUBLIC: flag.default(false),
  DEMO_CONTENT: flag.default(true),
  TOKEN_SECRET: z.string().min(32, 'is shorter than 32 characters').optional(),
  TOKEN_SECRET_OLD: z.string().min(32, 'is shorter than 32 characters').optional(),
  STAFF_LOG_URL: url(/^(https?|tls|tcp):$/, 'https://, tls:// or tcp://')
    .refine((value) => /^https?:/.test(value) || new URL(value).port !== '', 'names no port')
    .optional(),
  STAFF_LOG_TLS: tlsSwitch,
  STAFF_LOG_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{8,500}$/, 'is no token of 8 to 500 printable characters')
    .optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'is none of fatal, error, warn, info, debug, trace, silent',
    )
    .default('info'),
  TRUST_PROXY: z
    .string()
    .refine(
      (value) => /^(\d|true|false)$/.test(value) || value.split(',').every((part) => isProxies(part.trim())),
      'is neither a number of proxies up to 9 nor a list of addresses',
    )
    .transform((value) =>
      /^[1-9]$/.test(value) ? Number(value) : value === 'true' ? true : /^(0|false)$/.test(value) ? false : value,
    )
    .default(false),
})

/** Names that look like ours: a misspelled one stops the start instead of being silently without effect. */
const ours =
  /^(FEED|REPLAY|CLOCK|COIN_RATE|NATS|DEMO|TOKEN_|TOKEN$|CALENDAR|SMTP_|CLAMD|TLS_|VAPID|PUSH_|MAIL_FROM|BINANCE|OANDA|FX_|LEVERAGE|ROLES?|SANDBOX|STAFF_LOG|STANDBY|METRICS|SITE_|DATA_DIR|DATABASE_(UR|TL)|TRUST_PROX|MARU)/

/** What nothing but a live market uses. */
const liveOnly = ['OANDA_TOKEN', 'OANDA_ACCOUNT', 'FX_RATE_URL', 'COIN_RATE_URL', 'COIN_RATE_CHECK_URL'] as const

export interface OandaConfig {
  readonly token: string
  readonly account: string
  readonly streamUrl: string
  readonly restUrl: string
}

export interface Config {
  readonly port: number
  readonly host: string
  /** Where `/metrics` answers to other machines; null: to this one alone, on `port`. */
  readonly metricsListen: { readonly host: string; readonly port: number } | null
  /** Absolute. */
  readonly dataDir: string
  /** null: the embedded PostgreSQL in DATA_DIR. */
  readonly databaseUrl: string | null
  /** null: DATABASE_URL is on this machine, or DATABASE_TLS=off. */
  readonly databaseTls: PeerTls | null
  /** A file of certificates that are trusted beside those of Node.js; absolute. */
  readonly tlsCa: string | null
  /** Variables that turn TLS off to another machine. */
  readonly tlsOff: readonly string[]
  readonly natsUrl: string | null
  readonly roles: ReadonlySet<Role>
  readonly feed: 'simulator' | 'replay' | 'live'
  /** null: a random seed that is kept in DATA_DIR. */
  readonly feedSeed: number | null
  readonly replayDir: string | null
  /** Without a path behind them, as the feed adds its own. */
  readonly binance: { readonly restUrl: string; readonly wsUrl: string }
  /** null: overseas instruments have no live prices. */
  readonly oanda: OandaConfig | null
  /** Where the official rate of the dollar comes from with FEED=live; null: from nowhere. */
  readonly rateUrl: string | null
  /** Tickers of KRW-USDT with FEED=live: conversions are made by the first, and the second has to agree with it; null: none. */
  readonly coinRateUrl: string | null
  readonly coinRateCheckUrl: string | null
  /** The venue's leverage brackets by its own symbols, that the perpetuals are held to; null: they stay as they are. */
  readonly leverageBrackets: ReadonlyMap<string, Brackets> | null
  /** Where clamd looks at what is uploaded, over TLS unless `tls` is null; null: nothing does. */
  readonly clamd: { readonly host: string; readonly port: number; readonly tls: PeerTls | null } | null
  /** Where mails leave; null: the sandbox's, or nowhere. */
  readonly smtpUrl: string | null
  /** null: the mail server is on this machine, or SMTP_TLS=off. */
  readonly smtpTls: PeerTls | null
  /** The sender that mails name. */
  readonly mailFrom: string
  /** By what push services know the house; keys null: those that the first start made. */
  readonly vapid: {
    readonly subject: string
    readonly keys: { readonly publicKey: string; readonly privateKey: string } | null
  }
  /** Hosts of push services beside those of the browsers, each with its port unless that is 443. */
  readonly pushServices: readonly string[]
  /** The sites that this process's core serves: those of the group. */
  readonly siteGroup: string
  /** Waits while another process runs the core of the group, and takes over when that one ends or dies. */
  readonly standby: boolean
  readonly clockStart: number | null
  /** Domain seconds per wall second; REPLAY_SPEED in replay. */
  readonly clockSpeed: number
  /** The house starts although its wall clock lies behind what was written before. */
  readonly mayClockLieBack: boolean
  readonly calendar: 'demo' | 'real'
  readonly demo: boolean
  /** Where the process listens that plays the providers of demo sites; null: there is none. */
  readonly sandbox: {
    readonly port: number /** Another port will do where this one is taken. */
    readonly mayMove: boolean
  } | null
  readonly demoPublic: boolean
  /** Demo sites have notices, questions with answers, a promotion and investment info from the start. */
  readonly demoContent: boolean
  readonly tokenSecret: string
  /** The one before: what it signed holds until it ends, and what it sealed is sealed again at the start. null: there is none. */
  readonly tokenSecretOld: string | null
  /** The keys of the hashes by which values are found, known once the database is open; null: those of `tokenSecret`. */
  readonly lookupKeys: LookupKeys | null
  /** Where the log of staff is sent, beside its file; null: nowhere. */
  readonly staffLog:
    | (({ readonly kind: 'syslog' } & SyslogPlace) | ({ readonly kind: 'webhook' } & WebhookPlace))
    | null
  readonly logLevel: string
  readonly trustProxy: boolean | number | string
  /** The only host under which the console answers; null: under every host of a site. */
  readonly consoleHost: string | null
}

/**
 * Reads the configuration from the environment; `root` is what relative paths start from.
 * Throws ConfigError with one line that names the variable and what is wrong with it.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>, root: string): Config {
  const given = Object.fromEntries(
    Object.entries(withSecretFiles(environment, root)).filter(([, value]) => value !== undefined && value !== ''),
  )
  for (const name of Object.keys(given)) {
    if (ours.test(name) && !(name in variables.shape))
      throw new ConfigError(`${name} is not a variable that Maru knows`)
  }
  const parsed = variables.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const name = String(issue?.path[0])
    const shown = (secretVariables as readonly string[]).includes(name) ? '' : `=${JSON.stringify(given[name])}`
    throw new ConfigError(`${name}${shown} ${issue?.message}`)
  }
  const value = parsed.data
  const embedded = value.DATABASE_URL === undefined
  const dataDir = resolve(root, value.DATA_DIR)
  if (value.FEED === 'replay') {
    if (value.REPLAY_DIR === undefined) throw new ConfigError('FEED=replay needs REPLAY_DIR')
    if (!existsSync(resolve(root, value.REPLAY_DIR)))
      throw new ConfigError(`REPLAY_DIR=${value.REPLAY_DIR} does not exist`)
    if (value.CLOCK_SPEED !== undefined && value.CLOCK_SPEED !== (value.REPLAY_SPEED ?? 1)) {
      throw new ConfigError('CLOCK_SPEED differs from REPLAY_SPEED: in replay the clock runs at REPLAY_SPEED')
    }
  } else {
    if (value.REPLAY_SPEED !== undefined) throw new ConfigError('REPLAY_SPEED is used with FEED=replay only')
    if (value.REPLAY_DIR !== undefined) throw new ConfigError('REPLAY_DIR is used with FEED=replay only')
  }
  for (const name of ['CLOCK_START', 'CLOCK_SPEED'] as const) {
    if (value.FEED === 'live' && value[name] !== undefined)
      throw new ConfigError(`${name} is not used with FEED=live: the venue's time is the time of day`)
  }
  for (const name of liveOnly) {
    if (value.FEED !== 'live' && value[name] !== undefined) throw new ConfigError(`${name} is used with FEED=live only`)
  }
  if (!embedded && value.TOKEN_SECRET === undefined) throw new ConfigError('TOKEN_SECRET is needed with DATABASE_URL')
  if (embedded && value.STANDBY)
    throw new ConfigError('STANDBY=1 needs DATABASE_URL: nobody else can have an embedded database')
  refuseOldSecret(value)
  const tls = tlsOf(value, root)
  return {
    port: value.PORT,
    host: value.HOST,
    metricsListen: value.METRICS_LISTEN === undefined ? null : placeOf(`tcp://${value.METRICS_LISTEN}`),
    dataDir,
    databaseUrl: value.DATABASE_URL ?? null,
    databaseTls: tls.database,
    tlsCa: tls.caFile,
    tlsOff: tls.off,
    natsUrl: value.NATS_URL ?? null,
    roles: value.ROLES,
    feed: value.FEED,
    feedSeed: value.FEED_SEED ?? null,
    replayDir: value.REPLAY_DIR === undefined ? null : resolve(root, value.REPLAY_DIR),
    binance: { restUrl: value.BINANCE_REST_URL, wsUrl: value.BINANCE_WS_URL },
    oanda: oandaOf(value),
    rateUrl: value.FX_RATE_URL ?? null,
    coinRateUrl: value.COIN_RATE_URL ?? null,
    coinRateCheckUrl: value.COIN_RATE_CHECK_URL ?? null,
    leverageBrackets:
      value.LEVERAGE_BRACKETS === undefined
        ? null
        : bracketsIn(value.LEVERAGE_BRACKETS, resolve(root, value.LEVERAGE_BRACKETS)),
    clamd: value.CLAMD_URL === undefined ? null : { ...placeOf(value.CLAMD_URL), tls: tls.clamd },
    smtpUrl: value.SMTP_URL ?? null,
    smtpTls: tls.smtp,
    mailFrom: value.MAIL_FROM ?? firstSender,
    vapid: vapidOf(value),
    pushServices: value.PUSH_SERVICES ?? [],
    siteGroup: value.SITE_GROUP,
    standby: value.STANDBY,
    clockStart: value.CLOCK_START ?? null,
    mayClockLieBack: value.CLOCK_BACK,
    clockSpeed: value.FEED === 'replay' ? (value.REPLAY_SPEED ?? 1) : (value.CLOCK_SPEED ?? 1),
    calendar: value.CALENDAR ?? ((value.DEMO ?? embedded) ? 'demo' : 'real'),
    demo: value.DEMO ?? embedded,
    sandbox: sandboxOf(value, value.DEMO ?? embedded),
    demoPublic: value.DEMO_PUBLIC,
    demoContent: value.DEMO_CONTENT,
    tokenSecret: value.TOKEN_SECRET ?? keptSecret(dataDir),
    tokenSecretOld: value.TOKEN_SECRET_OLD ?? null,
    lookupKeys: null,
    staffLog: tls.staffLog,
    logLevel: value.LOG_LEVEL,
    trustProxy: value.TRUST_PROXY,
    consoleHost: value.CONSOLE_HOST ?? null,
  }
}

function refuseOldSecret({ TOKEN_SECRET: secret, TOKEN_SECRET_OLD: old }: z.infer<typeof variables>): void {
  if (old === undefined) return
  if (secret === undefined) throw new ConfigError('TOKEN_SECRET_OLD needs TOKEN_SECRET: the new one')
  if (secret === old) throw new ConfigError('TOKEN_SECRET_OLD is the same as TOKEN_SECRET')
}

const firstSender = 'Maru <no-reply@maru.example>'

function placeOf(address: string): { readonly host: string; readonly port: number } {
  const { hostname, port } = new URL(address)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) }
}

/**
 * How each TCP peer is spoken to: over TLS where it is on another machine, unless its variable says `off`; `on` asks for TLS on this
 * machine too.
 */
function tlsOf(value: z.infer<typeof variables>, root: string) {
  const caFile = value.TLS_CA === undefined ? null : resolve(root, value.TLS_CA)
  let tls: PeerTls
  try {
    tls = peerTls(caFile)
  } catch (error) {
    throw new ConfigError(`TLS_CA=${value.TLS_CA} cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  }
  const off: string[] = []
  const to = (name: 'DATABASE_TLS' | 'SMTP_TLS' | 'CLAMD_TLS', host: string | null): PeerTls | null => {
    if (host === null) return null
    if (value[name] === 'off' && !isThisMachine(host)) off.push(name)
    return value[name] === 'on' || (value[name] === undefined && !isThisMachine(host)) ? tls : null
  }
  const hostIn = (address: string | undefined) => (address === undefined ? null : placeOf(address).host)
  const { DATABASE_URL: databaseUrl } = value
  const database = to('DATABASE_TLS', databaseUrl === undefined ? null : databaseHost(databaseUrl))
  if (database !== null && databaseUrl !== undefined) refuseWeakMode(databaseUrl)
  const smtp = to('SMTP_TLS', hostIn(value.SMTP_URL))
  const staffLog = staffLogOf(value, tls)
  if (staffLog?.isOpen) off.push('STAFF_LOG_TLS')
  const clamd = to('CLAMD_TLS', hostIn(value.CLAMD_URL))
  return { caFile, off, database, smtp, clamd, staffLog: staffLog?.place ?? null }
}

/** Where the log of staff goes; `isOpen`: to another machine without TLS. */
function staffLogOf(
  { STAFF_LOG_URL: address, STAFF_LOG_TOKEN: token, STAFF_LOG_TLS: want }: z.infer<typeof variables>,
  tls: PeerTls,
): { readonly place: NonNullable<Config['staffLog']>; readonly isOpen: boolean } | null {
  if (address === undefined) {
    if (token !== undefined) throw new ConfigError('STAFF_LOG_TOKEN needs STAFF_LOG_URL')
    return null
  }
  const { protocol } = new URL(address)
  const { host, port } = placeOf(address)
  const isSecure = protocol === 'https:' || protocol === 'tls:'
  const isOpen = !isSecure && !isThisMachine(host)
  if ((isOpen && want !== 'off') || (want === 'on' && !isSecure))
    throw new ConfigError(
      'STAFF_LOG_URL leaves this machine in the clear: use https:// or tls://, or set STAFF_LOG_TLS=off',
    )
  if (protocol === 'http:' || protocol === 'https:')
    return { place: { kind: 'webhook', url: address, token: token ?? null, tls }, isOpen }
  if (token !== undefined) throw new ConfigError('STAFF_LOG_TOKEN is used with an https:// address only')
  return { place: { kind: 'syslog', host, port, tls: isSecure ? tls : null }, isOpen }
}

/** The host as the driver reads it: an address has several places for one. */
function databaseHost(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  for (const name of [...url.searchParams.keys()]) if (name.startsWith('ssl')) url.searchParams.delete(name)
  try {
    return new pg.Client({ connectionString: url.href }).host
  } catch {
    throw new ConfigError('DATABASE_URL cannot be read: compare it with postgres://user:password@host:5432/database')
  }
}

/** What the address itself says of TLS may not be less than verification of the certificate for the host. */
function refuseWeakMode(databaseUrl: string): void {
  const { searchParams } = new URL(databaseUrl)
  const mode = searchParams.get('sslmode')
  const isWeak =
    (mode !== null && mode !== 'verify-full') || searchParams.has('ssl') || searchParams.has('uselibpqcompat')
  if (isWeak)
    throw new ConfigError(
      'DATABASE_URL asks for less than verified TLS: take ssl, sslmode and uselibpqcompat out of it, or set DATABASE_TLS=off',
    )
}

function vapidOf({
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
  VAPID_SUBJECT: subject,
  MAIL_FROM: sender = firstSender,
}: z.infer<typeof variables>): Config['vapid'] {
  const keys = publicKey === undefined || privateKey === undefined ? null : { publicKey, privateKey }
  if (keys === null && publicKey !== undefined) throw new ConfigError('VAPID_PUBLIC_KEY needs VAPID_PRIVATE_KEY')
  if (keys === null && privateKey !== undefined) throw new ConfigError('VAPID_PRIVATE_KEY needs VAPID_PUBLIC_KEY')
  if (keys !== null && !isKeyPair(keys)) throw new ConfigError('VAPID_PRIVATE_KEY does not belong to VAPID_PUBLIC_KEY')
  return { subject: subject ?? `mailto:${/[\w.+-]+@[\w.-]+/.exec(sender)?.[0]}`, keys }
}

/** Whether both keys are of one point of P-256. */
function isKeyPair({ publicKey, privateKey }: { readonly publicKey: string; readonly privateKey: string }): boolean {
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(privateKey, 'base64url')
  } catch {
    return false
  }
  return pair.getPublicKey('base64url') === publicKey
}

/** In demo mode beside the product, on the next port. */
function sandboxOf(
  { SANDBOX_PORT: given, PORT: port }: Pick<z.infer<typeof variables>, 'SANDBOX_PORT' | 'PORT'>,
  demo: boolean,
): Config['sandbox'] {
  if (given !== undefined && given !== 'off' && !demo) throw new ConfigError('SANDBOX_PORT is used with DEMO=1 only')
  if (given === 'off' || !demo) return null
  if (given !== undefined) return { port: Number(given), mayMove: false }
  return { port: port === 0 || port === 65_535 ? 0 : port + 1, mayMove: true }
}

/** The venue's tables in a file as it answers GET /fapi/v1/leverageBracket. */
function bracketsIn(name: string, file: string): ReadonlyMap<string, Brackets> {
  const refuse = (why: string) => new ConfigError(`LEVERAGE_BRACKETS=${JSON.stringify(name)} ${why}`)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw refuse(`cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  }
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    throw refuse('is not JSON')
  }
  try {
    const tables = parseVenueBrackets(answer)
    if (tables.size > 0) return tables
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw refuse(`is no answer of leverageBracket: ${error.message.replace(/\s+/g, ' ')}`)
  }
  throw refuse('names no symbol')
}

function oandaOf({
  OANDA_TOKEN: token,
  OANDA_ACCOUNT: account,
  OANDA_STREAM_URL: streamUrl,
  OANDA_REST_URL: restUrl,
}: z.infer<typeof variables>): OandaConfig | null {
  if (token === undefined && account === undefined) return null
  if (token === undefined) throw new ConfigError('OANDA_ACCOUNT needs OANDA_TOKEN')
  if (account === undefined) throw new ConfigError('OANDA_TOKEN needs OANDA_ACCOUNT')
  return { token, account, streamUrl, restUrl }
}

/**
 * What a site with moneyMode LICENSED needs of the process; null, or the reason to refuse to start.
 * Real money is never taken on a feed that somebody made up (nor on such a clock: the live feed has none but the real one).
 */
export function refusesLicensed(config: Config): string | null {
  if (config.feed !== 'live') return `FEED=${config.feed}: a LICENSED site needs FEED=live`
  if (config.demo) return 'DEMO=1: a LICENSED site needs DEMO=0'
  return null
}

/** Makes DATA_DIR where it is missing; throws ConfigError where nothing can be kept there. */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new ConfigError(`DATA_DIR=${dataDir} cannot be used: ${(error as Error).message}`)
  }
}

/** The secret in DATA_DIR, made once and readable by its owner only. */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'token-secret')
  if (existsSync(file)) {
    const kept = readFileSync(file, 'utf8').trim()
    if (kept.length < 32) throw new ConfigError(`${file} is damaged: restore it or delete it (which ends all logins)`)
    return kept
  }
  makeDataDir(dataDir)
  const secret = randomBytes(48).toString('base64url')
  // 'wx' and the second read: of two processes that start at once, both use what the first wrote.
  try {
    writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' })
    chmodSync(file, 0o600)
    return secret
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return readFileSync(file, 'utf8').trim()
  }
}
