import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError, readConfig, refusesLicensed } from './config.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'maru-config-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('a standby needs a database that another process can have too', () => {
  expect(() => readConfig({ STANDBY: '1' }, root)).toThrow(/STANDBY=1 needs DATABASE_URL/)
})

test('without variables: embedded database in ./data, demo, simulator, loopback', () => {
  const config = readConfig({}, root)
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: join(root, 'data'),
    databaseUrl: null,
    natsUrl: null,
    feed: 'simulator',
    siteGroup: 'main',
    demo: true,
    clockSpeed: 1,
    clockStart: null,
  })
})

test.each([
  [{ PORT: '80o0' }, 'PORT="80o0" is not a whole number'],
  [{ METRICS_LISTEN: '9464' }, 'METRICS_LISTEN="9464" is no address and port such as 10.0.0.5:9464'],
  [{ METRICS_LISTEN: '0.0.0.0:70000' }, 'METRICS_LISTEN="0.0.0.0:70000" names no port'],
  [{ PORT: '70000' }, 'PORT="70000" is not between 0 and 65535'],
  [{ FEED: 'binance' }, 'FEED="binance" is none of simulator, replay, live'],
  [{ FEED: 'replay' }, 'FEED=replay needs REPLAY_DIR'],
  [{ FEED: 'replay', REPLAY_DIR: 'nowhere' }, 'REPLAY_DIR=nowhere does not exist'],
  [{ REPLAY_SPEED: '2' }, 'REPLAY_SPEED is used with FEED=replay only'],
  [{ CLOCK_SPEED: '0' }, 'CLOCK_SPEED="0" is not above 0 and at most 1000'],
  [{ CLOCK_START: 'yesterday' }, 'CLOCK_START="yesterday" is neither epoch ms nor an ISO time'],
  [{ CLOCK_START: 'noon 1' }, 'CLOCK_START="noon 1" is neither epoch ms nor an ISO time'],
  [{ CLOCK_START: '2026-02-30' }, 'CLOCK_START="2026-02-30" is neither epoch ms nor an ISO time'],
  [{ CLOCK_START: '999999999999999' }, 'CLOCK_START="999999999999999" is after the year 9999'],
  [{ TRUST_PROXY: 'abc' }, 'TRUST_PROXY="abc" is neither a number of proxies up to 9 nor a list of addresses'],
  [
    { TRUST_PROXY: '10.0.0.0/33' },
    'TRUST_PROXY="10.0.0.0/33" is neither a number of proxies up to 9 nor a list of addresses',
  ],
  [
    { TRUST_PROXY: '10.0.0.1, 999.1.1.1' },
    'TRUST_PROXY="10.0.0.1, 999.1.1.1" is neither a number of proxies up to 9 nor a list of addresses',
  ],
  [{ ROLES: 'api,kitchen' }, `ROLES="api,kitchen" names 'kitchen', which is none of api, gateway, core, market, jobs`],
  [{ SITE_GROUP: 'Main' }, 'SITE_GROUP="Main" is not 1 to 40 of a-z, 0-9, _ and -'],
  [{ SITE_GROUPS: 'main' }, 'SITE_GROUPS is not a variable that Maru knows'],
  [{ DEMO: 'yes' }, 'DEMO="yes" is neither 0 nor 1'],
  [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL is not a postgres:// address'],
  [{ DATABASE_URL: 'postgres://localhost/maru' }, 'TOKEN_SECRET is needed with DATABASE_URL'],
  [{ TOKEN_SECRET: 'short' }, 'TOKEN_SECRET is shorter than 32 characters'],
  [{ TOKEN_SECRET_OLD: 'x'.repeat(32) }, 'TOKEN_SECRET_OLD needs TOKEN_SECRET: the new one'],
  [{ TOKEN_SECRET: 'x'.repeat(32), TOKEN_SECRET_OLD: 'x'.repeat(32) }, 'TOKEN_SECRET_OLD is the same as TOKEN_SECRET'],
  [{ FEED: 'live', OANDA_TOKEN: 'secret-0001' }, 'OANDA_TOKEN needs OANDA_ACCOUNT'],
  [{ FEED: 'live', OANDA_ACCOUNT: '101-001-1-001' }, 'OANDA_ACCOUNT needs OANDA_TOKEN'],
  [{ FEED: 'live', OANDA_TOKEN: 'two words', OANDA_ACCOUNT: '101' }, 'OANDA_TOKEN is no access token'],
  [{ OANDA_TOKEN: 'secret-0001', OANDA_ACCOUNT: '101' }, 'OANDA_TOKEN is used with FEED=live only'],
  [
    { FEED: 'live', OANDA_STREAM_URL: 'http://stream.example' },
    'OANDA_STREAM_URL="http://stream.example" is not a https:// address',
  ],
  [{ FEED: 'live', FX_RATE_URL: 'http://rates.example/usdkrw?key=secret' }, 'FX_RATE_URL is not a https:// address'],
  [{ OANDA_TOKN: 'x' }, 'OANDA_TOKN is not a variable that Maru knows'],
  [{ FEED: 'live', CLOCK_START: '0' }, "CLOCK_START is not used with FEED=live: the venue's time is the time of day"],
  [{ FEED: 'live', CLOCK_SPEED: '2' }, "CLOCK_SPEED is not used with FEED=live: the venue's time is the time of day"],
  [{ BINANCE_REST_URL: 'fapi' }, 'BINANCE_REST_URL="fapi" is not a https:// address'],
  [{ BINANCE_REST_URL: 'http://fapi.x' }, 'BINANCE_REST_URL="http://fapi.x" is not a https:// address'],
  [{ BINANCE_WS_URL: 'https://x.y' }, 'BINANCE_WS_URL="https://x.y" is not a wss:// address'],
  [{ BINANCE_WS_URL: 'wss://x/y?z=1' }, 'BINANCE_WS_URL="wss://x/y?z=1" has more than a path behind its host'],
  [{ BINANCE_URL: 'https://x.y' }, 'BINANCE_URL is not a variable that Maru knows'],
  [{ FEED_SEEED: '1' }, 'FEED_SEEED is not a variable that Maru knows'],
  [{ CLOCK_SPED: '1' }, 'CLOCK_SPED is not a variable that Maru knows'],
])('%o stops the start with one line that says which and why', (environment, message) => {
  expect(() => readConfig(environment as Record<string, string>, root)).toThrow(new ConfigError(message))
  expect(message).not.toContain('\n')
})

test.each(['2026-11-21', '2026-11-21T09:00:00+09:00', '2026-11-21T00:00:00Z', '1795219200000'])(
  'CLOCK_START=%s is a time',
  (CLOCK_START) => {
    expect(readConfig({ CLOCK_START }, root).clockStart).toBe(Date.parse('2026-11-21T00:00:00Z'))
  },
)

test.each([
  ['0', false],
  ['false', false],
  ['true', true],
  ['1', 1],
  ['3', 3],
])('TRUST_PROXY=%s is %s: a number counts the proxies in front', (TRUST_PROXY, trusted) => {
  expect(readConfig({ TRUST_PROXY }, root).trustProxy).toBe(trusted)
})

test.each(['10.0.0.1', '10.0.0.0/8, ::1', 'fd00::/8', 'loopback, uniquelocal'])(
  'TRUST_PROXY=%s is a list of addresses',
  (TRUST_PROXY) => {
    expect(readConfig({ TRUST_PROXY }, root).trustProxy).toBe(TRUST_PROXY)
  },
)

test('a DATA_DIR in which nothing can be kept stops the start with one line', () => {
  writeFileSync(join(root, 'file'), '')
  for (const DATA_DIR of ['file', 'file/below']) {
    const message = `DATA_DIR=${join(root, DATA_DIR)} cannot be used: `
    expect(() => readConfig({ DATA_DIR }, root)).toThrow(ConfigError)
    expect(() => readConfig({ DATA_DIR }, root)).toThrow(message)
  }
})

test("variables that are not ours are the machine's business", () => {
  expect(() =>
    readConfig({ PATH: '/bin', NODE_ENV: 'test', npm_config_cache: '/x', TOKENIZERS_PARALLELISM: '1' }, root),
  ).not.toThrow()
})

test('a secret never stands in the message', () => {
  expect(() => readConfig({ TOKEN_SECRET: 'hunter2' }, root)).toThrow(/^((?!hunter2).)*$/)
  expect(() => readConfig({ DATABASE_URL: 'mysql://me:hunter2@x/y' }, root)).toThrow(/^((?!hunter2).)*$/)
})

test('the token secret is made once, kept in DATA_DIR and readable by its owner only', () => {
  const first = readConfig({}, root)
  const file = join(root, 'data', 'token-secret')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8').trim()).toBe(first.tokenSecret)
  expect(readConfig({}, root).tokenSecret).toBe(first.tokenSecret)
  expect(first.tokenSecret.length).toBeGreaterThanOrEqual(32)
})

test('a given token secret leaves no file', () => {
  readConfig({ TOKEN_SECRET: 'x'.repeat(32), DATABASE_URL: 'postgres://localhost/maru' }, root)
  expect(existsSync(join(root, 'data'))).toBe(false)
})

test('real money needs the live feed and no demo', () => {
  const live = { FEED: 'live', DEMO: '0' }
  expect(refusesLicensed(readConfig(live, root))).toBeNull()
  expect(refusesLicensed(readConfig({ ...live, FEED: 'simulator' }, root))).toContain('FEED=simulator')
  expect(refusesLicensed(readConfig({ ...live, DEMO: '1' }, root))).toContain('DEMO=1')
})

test('Binance is its public address unless another is named', () => {
  expect(readConfig({}, root).binance).toEqual({
    restUrl: 'https://fapi.binance.com',
    wsUrl: 'wss://fstream.binance.com',
  })
  const named = { BINANCE_REST_URL: 'http://127.0.0.1:4100/', BINANCE_WS_URL: 'wss://relay.example/binance/' }
  expect(readConfig(named, root).binance).toEqual({
    restUrl: 'http://127.0.0.1:4100',
    wsUrl: 'wss://relay.example/binance',
  })
})

test('OANDA is the practice environment unless another is named', () => {
  const access = { FEED: 'live', OANDA_TOKEN: 'secret-0001', OANDA_ACCOUNT: '101-001-1-001' }
  expect(readConfig(access, root).oanda).toEqual({
    token: 'secret-0001',
    account: '101-001-1-001',
    streamUrl: 'https://stream-fxpractice.oanda.com',
    restUrl: 'https://api-fxpractice.oanda.com',
  })
  const named = { ...access, OANDA_STREAM_URL: 'https://stream.example', OANDA_REST_URL: 'http://127.0.0.1:4100' }
  expect(readConfig(named, root).oanda).toMatchObject({
    streamUrl: 'https://stream.example',
    restUrl: 'http://127.0.0.1:4100',
  })
  expect(readConfig({}, root)).toMatchObject({ oanda: null, rateUrl: null })
})

const bracket = { initialLeverage: 75, notionalFloor: 0, notionalCap: 10_000, maintMarginRatio: 0.01, cum: 0 }
const writeBrackets = (text: string) => writeFileSync(join(root, 'brackets.json'), text)

test.each([
  ['\n<html>\n', 'is not JSON'],
  ['[]', 'names no symbol'],
  ['{"code":-2015,\n"msg":"Invalid API-key"}', 'is no answer of leverageBracket: not a list of symbols'],
  [
    JSON.stringify([{ symbol: 'TRX\nUSDT', brackets: [{ ...bracket, notionalFloor: 5 }] }]),
    'is no answer of leverageBracket: TRX USDT: a gap between brackets',
  ],
  [
    JSON.stringify([{ symbol: 'TRXUSDT', brackets: [{ ...bracket, initialLeverage: 100 }] }]),
    'is no answer of leverageBracket: TRXUSDT: bracket 1: maintenance is not below the initial margin',
  ],
])("the venue's brackets as %j stop the start with one line", (text, why) => {
  writeBrackets(text)
  const read = () => readConfig({ LEVERAGE_BRACKETS: 'brackets.json' }, root)
  expect(read).toThrow(new ConfigError(`LEVERAGE_BRACKETS="brackets.json" ${why}`))
})

test("the venue's brackets are read from the file that is named, and from none without one", () => {
  expect(readConfig({}, root).leverageBrackets).toBeNull()
  expect(() => readConfig({ LEVERAGE_BRACKETS: 'nowhere.json' }, root)).toThrow(
    new ConfigError('LEVERAGE_BRACKETS="nowhere.json" cannot be read: ENOENT'),
  )
  expect(() => readConfig({ LEVERAGE_BRACKET: 'brackets.json' }, root)).toThrow('is not a variable that Maru knows')
  writeBrackets(JSON.stringify([{ symbol: 'POLUSDT', brackets: [bracket], notionalCoef: 1 }]))
  expect(readConfig({ LEVERAGE_BRACKETS: 'brackets.json' }, root).leverageBrackets).toEqual(
    new Map([['POLUSDT', [{ notionalCap: 1_000_000_000_000n, maxLeverage: 75, mmrPpm: 10_000, cum: 0n }]]]),
  )
})

test('a secret may stand in a file that its variable with _FILE names', () => {
  const secret = 's'.repeat(40)
  writeFileSync(join(root, 'secret'), `${secret}\n`)
  writeFileSync(join(root, 'database'), 'postgres://me:hunter2@localhost/maru')
  const config = readConfig({ TOKEN_SECRET_FILE: 'secret', DATABASE_URL_FILE: join(root, 'database') }, root)
  expect(config).toMatchObject({ tokenSecret: secret, databaseUrl: 'postgres://me:hunter2@localhost/maru' })
})

test('a file of a secret that cannot be used stops the start with one line, without what it holds', () => {
  writeFileSync(join(root, 'short'), 'hunter2')
  writeFileSync(join(root, 'empty'), '\n')
  writeFileSync(join(root, 'large'), 'x'.repeat(65_537))
  const refused = (TOKEN_SECRET_FILE: string, more: Record<string, string> = {}) => {
    try {
      readConfig({ TOKEN_SECRET_FILE, ...more }, root)
    } catch (error) {
      return (error as Error).message
    }
    return null
  }
  expect(refused('short')).toBe('TOKEN_SECRET is shorter than 32 characters')
  expect(refused('empty')).toBe('TOKEN_SECRET_FILE=empty is empty')
  expect(refused('large')).toBe('TOKEN_SECRET_FILE=large is larger than 65536 bytes')
  expect(refused('nowhere')).toBe('TOKEN_SECRET_FILE=nowhere cannot be read: ENOENT')
  expect(refused('.')).toBe('TOKEN_SECRET_FILE=. cannot be read: EISDIR')
  expect(refused('short', { TOKEN_SECRET: 'x'.repeat(32) })).toBe(
    'TOKEN_SECRET and TOKEN_SECRET_FILE are both set: unset one of them',
  )
  expect(() => readConfig({ HOST_FILE: 'x', SMTP_URL_FIL: 'x' }, root)).toThrow('SMTP_URL_FIL is not a variable')
})

test('the log of staff leaves this machine over TLS alone, unless that is turned off', () => {
  const to = (STAFF_LOG_URL: string, more: Record<string, string> = {}) => readConfig({ STAFF_LOG_URL, ...more }, root)
  expect(to('tls://log.example:6514').staffLog).toMatchObject({ kind: 'syslog', host: 'log.example', port: 6514 })
  expect(to('https://log.example/in', { STAFF_LOG_TOKEN: 'token-0001' }).staffLog).toMatchObject({
    kind: 'webhook',
    token: 'token-0001',
  })
  expect(to('tcp://127.0.0.1:514').staffLog).toMatchObject({ kind: 'syslog', tls: null })
  for (const open of ['tcp://log.example:514', 'http://log.example/in']) {
    expect(() => to(open), open).toThrow('STAFF_LOG_URL leaves this machine in the clear')
    expect(to(open, { STAFF_LOG_TLS: 'off' }).tlsOff).toEqual(['STAFF_LOG_TLS'])
  }
  expect(() => to('tls://log.example')).toThrow('STAFF_LOG_URL names no port')
  expect(() => to('udp://log.example:514')).toThrow('STAFF_LOG_URL is not a https://, tls:// or tcp:// address')
  expect(() => to('tls://log.example:6514', { STAFF_LOG_TOKEN: 'token-0001' })).toThrow(
    'used with an https:// address only',
  )
  expect(() => readConfig({ STAFF_LOG_TOKEN: 'token-0001' }, root)).toThrow('STAFF_LOG_TOKEN needs STAFF_LOG_URL')
})
