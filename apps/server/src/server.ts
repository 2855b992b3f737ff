import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { createCore } from '@maru/core'
import type { DomainClock, Feed, RateSource } from '@maru/market'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { registerAlarms } from './alarms/index.ts'
import { registerAlerts } from './alerts/index.ts'
import { SecondPerson } from './approvals/index.ts'
import { openBus } from './bus/index.ts'
import { registerCaps } from './caps/index.ts'
import { registerChat } from './chat/index.ts'
import { refuseClockBack } from './clock-back.ts'
import { makeClocks } from './clocks.ts'
import { registerCommands } from './commands/index.ts'
import { holdAll, registerCommissions } from './commissions/index.ts'
import { type Config, ConfigError, refusesLicensed } from './config.ts'
import { registerContent } from './content/index.ts'
import { allocateIds, openAll } from './database/index.ts'
import { seedDemoHouse } from './demo-house.ts'
import type { Deps } from './deps.ts'
import { registerEconomic } from './economic/index.ts'
import { registerEvidence } from './evidence/index.ts'
import { registerFiles } from './files/index.ts'
import { importBrackets, registerFutures } from './futures/index.ts'
import { registerFx } from './fx/index.ts'
import { type Gateway, type GatewayConfig, registerGateway } from './gateway/index.ts'
import {
  createHttp,
  type HttpConfig,
  openMetricsListener,
  openWaitingRoom,
  type Reach,
  redaction,
} from './http/index.ts'
import { registerInquiries } from './inquiries/index.ts'
import { registerJobs } from './jobs/index.ts'
import { Deposed, newestTime } from './journal/index.ts'
import { registerLedger } from './ledger/index.ts'
import { registerLiabilities } from './liabilities/index.ts'
import { registerLimits } from './limits/index.ts'
import { becomeSoleWriter, endWriterBefore, openMarket, registerMarket } from './market/index.ts'
import { registerMembers, registerStaffDesk, type StaffLogin } from './members/index.ts'
import { registerMessages } from './messages/index.ts'
import { p2pCourier, payoutCourier, registerMoney, registerProviderCalls } from './money/index.ts'
import {
  type Couriers,
  Messages,
  mailCourier,
  registerOutgoing,
  registerOutgoingDesk,
  smsCourier,
} from './outgoing/index.ts'
import { registerOversea } from './oversea/index.ts'
import { registerPartners } from './partners/index.ts'
import type { Clocks } from './ports.ts'
import {
  type Providers,
  providerCourier,
  refusedCharges,
  registerProviderConsole,
  registerProviders,
  type Sandbox,
  takeMoneyFacts,
} from './providers/index.ts'
import { registerReconciliation } from './reconciliation/index.ts'
import { registerRecords } from './records/index.ts'
import { noticeRestore, registerRestoration } from './restoration/index.ts'
import { registerRounds } from './rounds/index.ts'
import { type Runner, standBy, startRunner } from './runner/index.ts'
import { registerSavedFilters } from './saved-filters/index.ts'
import { registerSiteConsole, registerSites } from './sites/index.ts'
import { registerStaffLog } from './staff-log/index.ts'
import { registerStatementImport, registerTariffs, registerWaitingLines } from './statements/index.ts'
import { registerStatistics } from './statistics/index.ts'
import { registerTradingDesk } from './trading-desk/index.ts'

export interface ServerSetup {
  readonly config: Config
  /** Reports slow steps to the terminal. */
  readonly progress?: (line: string) => void
  /** Called when the server cannot continue; it has logged why. */
  readonly onFatal?: (error: Error) => void
  /** What plays the providers of demo sites; without it they have those that are configured. */
  readonly sandbox?: Sandbox
  /** For tests and benchmarks. */
  readonly log?: Logger
  readonly feed?: Feed
  /** Instead of the configured source of the dollar's rate. */
  readonly rates?: RateSource
  readonly clock?: DomainClock
  readonly onClocks?: (clocks: Clocks) => void
  /** Ends a standby that waits for its turn: `startServer` rejects with its reason then. */
  readonly signal?: AbortSignal
  readonly http?: HttpConfig
  readonly gateway?: Partial<GatewayConfig>
  /** Which servers may be called whose address a member or staff named, where it is not those of the public internet. */
  readonly reach?: Reach
}

export interface Server {
  /** http://host:port as a browser on this machine reaches it. */
  readonly url: string
  readonly app: FastifyInstance
  readonly deps: Deps
  readonly runner: Runner
  readonly gateway: Gateway
  /** Staff sign-ins made for an installation that others can reach; printed once. */
  readonly staffLogins: readonly StaffLogin[]
  /** Ends everything in the reverse order of its start; safe to call twice. */
  stop(): Promise<void>
  /** For a process that goes before `stop` is through: leaves no database behind. */
  abandon(): void
}

/** Starts everything that the configuration asks for and listens. When a later part fails, the started parts are stopped again. */
export async function startServer(setup: ServerSetup): Promise<Server> {
  const { progress = () => undefined } = setup
  const log = setup.log ?? pino({ level: setup.config.logLevel, redact: redaction })
  for (const name of setup.config.tlsOff)
    log.warn(`${name}=off: what goes there can be read and changed on its way; turn it on before real money`)
  const onError = (error: unknown) => log.error({ err: error }, 'background failure')
  const bus = openBus(setup.config, onError)
  const endings: (() => Promise<unknown>)[] = []
  let ended: Promise<void> | null = null
  const stop = () => {
    ended ??= endAll(endings, log)
    return ended
  }
  try {
    const opened = await openAll({ config: setup.config, progress, onError })
    endings.push(() => opened.close())
    const config = { ...setup.config, lookupKeys: opened.lookupKeys }
    if (config.tokenSecretOld !== null)
      log.warn('TOKEN_SECRET_OLD is set: take it away once the tokens that it signed have ended, in 15 minutes')
    const { db } = opened
    const metrics = new Registry()
    collectDefaultMetrics({ register: metrics })
    if (config.metricsListen !== null) endings.push(await listenForMetrics(metrics, config.metricsListen))
    const holder = `${hostname()}:${process.pid}:${Date.now()}`
    if (config.standby) await waitForTurn(db, { config, log, holder, progress, signal: setup.signal })
    const made = makeClocks({
      start: config.clockStart,
      speed: config.clockSpeed,
      notBefore: await db.system(newestTime),
    })
    const clocks = { ...made, domain: setup.clock ?? made.domain }
    setup.onClocks?.(clocks)
    await refuseClockBack(db, { wall: clocks.wall(), mayLieBack: config.mayClockLieBack, log })
    const lookForRestore = () => noticeRestore({ db, dataDir: config.dataDir, wall: clocks.wall(), log })
    await lookForRestore()
    const ids = await allocateIds(db, onError)
    const staffLogins = config.demo ? await seedDemoHouse({ config, db, clocks }) : []
    await refuseUnfit(db, config)

    const writer = await becomeSoleWriter(opened.core, setup.onFatal ?? onError)
    endings.push(() => writer.release())
    progress('Restoring the house and the market ...')
    const feed = setup.feed === undefined ? {} : { feed: setup.feed }
    const rates = setup.rates === undefined ? {} : { rates: setup.rates }
    const [house, prices] = await Promise.allSettled([
      startRunner({
        db,
        connection: opened.core,
        siteGroup: config.siteGroup,
        createCore,
        clocks,
        ids,
        bus,
        log,
        metrics,
        noticeRestore: lookForRestore,
        holder,
        hasLease: config.standby,
        isAlone: config.databaseUrl === null,
        onFatal: setup.onFatal ?? onError,
      }),
      openMarket({ config, log, db, bus, clocks, metrics, ...feed, ...rates }),
    ])
    for (const part of [house, prices]) if (part.status === 'fulfilled') endings.push(() => part.value.stop())
    if (house.status === 'rejected') throw refusalOf(house.reason)
    if (prices.status === 'rejected') throw prices.reason
    const runner = house.value
    const market = prices.value
    await market.start(runner)
    if (config.leverageBrackets !== null)
      await importBrackets(config.leverageBrackets, { db, core: runner, reads: runner.reads, log })

    const ready: Deps['ready'] = new Map()
    const details: Deps['details'] = new Map()
    details.set('aside', () => runner.setAside())
    ready.set('database', async () => {
      await db.system((tx) => tx.query('select 1'))
      return null
    })
    ready.set('bus', () => null)
    ready.set('core', () => runner.problem())
    const { reads } = runner
    const deps: Deps = { config, log, db, core: runner, reads, bus, market, clocks, ids, metrics, ready, details }

    const app = await createHttp(deps, setup.http)
    endings.push(() => app.close())
    registerSites(app, deps)
    const members = registerMembers(app, deps)
    const room = registerProviders(app, deps, setup.sandbox ?? null)
    room.facts.on('identity', (fact) => members.identity.take(fact))
    takeMoneyFacts(room, deps)
    const second = new SecondPerson(deps)
    registerMoney(app, deps, { ...members, providers: room.providers }, second)
    registerStatementImport(app, deps, second)
    registerWaitingLines(app, deps)
    registerTariffs(app, deps, second)
    registerOutgoingDesk(app, deps)
    registerReconciliation(app, deps, second, room.providers)
    registerSiteConsole(app, deps, second)
    registerProviderConsole(app, deps, second, setup.sandbox ?? null)
    const exposureOf = registerTradingDesk(app, deps, second, opened.core)
    registerProviderCalls(app, deps, { ...members, ...room })
    registerFiles(app, deps)
    registerStaffDesk(app, deps, second)
    registerSavedFilters(app, deps)
    registerCaps(app, deps, second)
    registerPartners(app, deps, second, (of) => holdAll(deps, of))
    registerCommissions(app, deps, second)
    registerStaffLog(app, deps)
    registerLimits(app, deps)
    registerContent(app, deps)
    registerEconomic(app, deps, setup.reach)
    registerMessages(app, deps)
    registerInquiries(app, deps)
    registerChat(app, deps)
    registerCommands(app, deps)
    registerRounds(app, deps)
    registerFutures(app, deps)
    registerOversea(app, deps)
    registerMarket(app, { ...deps, market })
    registerFx(app, deps, market.dollar)
    registerEvidence(app, deps)
    registerLiabilities(app, deps)
    registerStatistics(app, deps)
    registerLedger(app, deps)
    registerRecords(app, deps)
    const messages = new Messages(config.tokenSecret, bus, clocks.wall)
    registerJobs(app, deps, { providers: room.providers, second, messages })
    registerRestoration(app, deps, second)
    const alerts = await registerAlerts(app, deps, messages, setup.reach)
    const couriers = {
      push: alerts.courier,
      notice: alerts.notices,
      alarm: registerAlarms(app, deps, messages, setup.reach),
      ...couriersOf(deps, room.providers, setup.sandbox ?? null),
      'provider-call': providerCourier(
        { providers: room.providers, heard: [room.registrations.heard, refusedCharges(deps)] },
        {
          nice: members.identity.courier(room.providers),
          p2p: p2pCourier({ deps, providers: room.providers, seal: members.seal }),
        },
      ),
      payout: payoutCourier({ deps, providers: room.providers, seal: members.seal }),
    }
    await registerOutgoing(app, deps, { connection: opened.core, couriers })
    const gateway = registerGateway(app, { ...deps, exposureOf }, setup.gateway)
    app.useMeter.watch(() => gateway.members())
    await listen(app, config)
    await runner.tellAddress(urlForOthers(app, config))
    return { url: urlOf(app, config), app, deps, runner, gateway, staffLogins, stop, abandon: opened.abandon }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Returns how the listener is closed. */
async function listenForMetrics(metrics: Registry, at: NonNullable<Config['metricsListen']>) {
  const listener = await openMetricsListener(metrics, at).catch((error: unknown) => {
    throw asPortInUse(error, at, 'METRICS_LISTEN')
  })
  return () => listener.close()
}

interface Turn {
  readonly config: Config
  readonly log: Logger
  readonly holder: string
  readonly progress: (line: string) => void
  readonly signal: AbortSignal | undefined
}

/** Answers as a standby until the core is this process's to run. */
async function waitForTurn(db: Deps['db'], turn: Turn): Promise<void> {
  const { config, log, holder, progress, signal = new AbortController().signal } = turn
  const waiting = await openWaitingRoom(config).catch((error: unknown) => {
    throw asPortInUse(error, config)
  })
  try {
    progress(`Standing by on port ${waiting.port} ...`)
    const found = await standBy({ db, siteGroup: config.siteGroup, holder, log, signal })
    signal.throwIfAborted()
    if (found === 'dead') await endWriterBefore(db)
  } finally {
    await waiting.close()
  }
}

/** Who makes the calls that leave the house. Without a mail server mails wait. */
function couriersOf({ config, bus, clocks, log }: Deps, providers: Providers, sandbox: Sandbox | null): Couriers {
  const messages = new Messages(config.tokenSecret, bus, clocks.wall)
  const sms = smsCourier(providers, messages)
  const url = config.smtpUrl ?? (sandbox === null ? null : `smtp://127.0.0.1:${sandbox.smtpPort}`)
  if (url === null) {
    log.warn('no mail server: SMTP_URL is not set, so mails wait until they are of no use')
    return { sms }
  }
  return { sms, mail: mailCourier({ url, from: config.mailFrom, tls: config.smtpTls }, messages) }
}

/** Real money is not taken by a process that is set up for play. */
async function refuseUnfit(db: Deps['db'], config: Config): Promise<void> {
  const [site] = await db.system((tx) =>
    tx.query<{ code: string }>(`select code from site where money_mode = 'LICENSED' order by id limit 1`),
  )
  const reason = site === undefined ? null : refusesLicensed(config)
  if (reason !== null) throw new ConfigError(`${reason} (site ${site?.code})`)
}

async function listen(app: FastifyInstance, config: Config): Promise<void> {
  const { host, port } = config
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw asPortInUse(error, config)
  }
}

/** A port that another program has is the reader's to free: one line. */
const asPortInUse = (error: unknown, { host, port }: Pick<Config, 'host' | 'port'>, name = 'PORT'): unknown =>
  (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    ? new ConfigError(`${name}=${port} is in use on ${host} by another program`)
    : error

function urlOf(app: FastifyInstance, { host }: Config): string {
  const address = app.server.address() as AddressInfo
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${shown}:${address.port}`
}

/** A core that another process runs is the reader's to end: one line. */
const refusalOf = (error: unknown): unknown => (error instanceof Deposed ? new ConfigError(error.message) : error)

/** As other machines reach it, where it listens to them. */
function urlForOthers(app: FastifyInstance, config: Config): string {
  const url = urlOf(app, config)
  return config.host === '0.0.0.0' || config.host === '::' ? url.replace('localhost', hostname()) : url
}

async function endAll(endings: (() => Promise<unknown>)[], log: Logger): Promise<void> {
  for (const end of endings.reverse()) {
    try {
      await end()
    } catch (error) {
      log.error({ err: error }, 'something did not end in order')
    }
  }
}
