import type { FastifyInstance } from 'fastify'
import { AddressStore, alarmJob } from '../alarms/index.ts'
import type { SecondPerson } from '../approvals/index.ts'
import { endSilentChats } from '../chat/index.ts'
import { closeWeeks, noteRates } from '../commissions/index.ts'
import type { Deps } from '../deps.ts'
import { EvidenceKeys, localTimestamper, stampChains } from '../evidence/index.ts'
import { takeOverAll } from '../ledger/index.ts'
import { stateLiabilities } from '../liabilities/index.ts'
import { fillPhoneEnds, Seal, spreadExclusions } from '../members/index.ts'
import type { Messages } from '../outgoing/index.ts'
import type { Providers } from '../providers/index.ts'
import { checkStaffLog } from '../staff-log/index.ts'
import { statementJob } from '../statements/index.ts'
import { countDays, noteOutages } from '../statistics/index.ts'
import { auditJobs, showLedger } from './audits.ts'
import { binaryTicks } from './binary-ticks.ts'
import { tidyChats } from './chats.ts'
import { tidyFiles } from './files.ts'
import { closeInquiries } from './inquiries.ts'
import { tidyJournal } from './journal.ts'
import { tidyBoxes, tidyMessages } from './messages.ts'
import { tidyNonces, tidyRefusedWebhooks } from './nonces.ts'
import { payoutBarJob } from './payout-bars.ts'
import { createScheduler, type Job } from './scheduler.ts'
import { tidySignIns } from './sign-ins.ts'
import { tidyTickLog } from './tick-log.ts'
import { tidyUses } from './uses.ts'

export { payoutBarJob } from './payout-bars.ts'
export { tryJobLock } from './scheduler.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

interface Parts {
  readonly providers: Providers
  readonly second: SecondPerson
  readonly messages: Messages
}

/** Scheduled work of the house, where ROLES names jobs. */
export function registerJobs(app: FastifyInstance, deps: Deps, parts: Parts): void {
  const { db, log, metrics, clocks, details } = deps
  showLedger({ db, metrics, details })
  if (!deps.config.roles.has('jobs')) return
  const scheduler = createScheduler({ db, log, metrics, now: clocks.wall, jobs: jobsOf(app, deps, parts) })
  app.addHook('onReady', async () => scheduler.start())
  app.addHook('onClose', () => scheduler.stop())
}

function jobsOf(app: FastifyInstance, deps: Deps, { providers, second, messages }: Parts): Job[] {
  const { config, core, db, log, market, metrics, clocks } = deps
  const timestamper = localTimestamper(config.dataDir)
  const keys = new EvidenceKeys(db, config.tokenSecret, clocks.wall)
  const instruments = [...market.instruments.keys()]
  return [
    {
      name: 'timestamps',
      everyMs: 10 * minuteMs,
      run: async () => {
        await stampChains(db, timestamper, instruments, clocks.wall())
        return instruments.length
      },
    },
    statementJob({ deps, providers, now: clocks.wall }),
    payoutBarJob({ deps, providers, now: clocks.wall }),
    ...auditJobs({ db, log, core, now: clocks.wall }),
    { name: 'ledger', everyMs: minuteMs, run: (signal) => takeOverAll(db, signal) },
    // Before the journal's job: that one deletes the batches which show when none was written.
    { name: 'outages', everyMs: 10 * minuteMs, run: () => noteOutages(db, config.clockSpeed) },
    {
      name: 'journal',
      everyMs: 10 * minuteMs,
      run: (signal) => tidyJournal(db, clocks.domain.now(), config.clockSpeed, signal),
    },
    binaryTicks({
      db,
      log,
      metrics,
      instruments: [...market.instruments.values()].filter(({ kind }) => kind === 'crypto'),
      now: clocks.domain.now,
      speed: config.clockSpeed,
    }),
    alarmJob({
      deps,
      sites: () => app.sites.all(),
      addresses: new AddressStore(config.tokenSecret),
      messages,
      now: clocks.wall,
    }),
    { name: 'commission-rates', everyMs: minuteMs, run: (signal) => noteRates(deps, signal) },
    { name: 'commissions', everyMs: 10 * minuteMs, run: (signal) => closeWeeks(deps, signal) },
    { name: 'approvals', everyMs: minuteMs, run: () => second.sweep(1_000) },
    { name: 'statistics', everyMs: 5 * minuteMs, run: (signal) => countDays(db, clocks.domain.now(), signal) },
    { name: 'liabilities', everyMs: hourMs, run: (signal) => stateLiabilities(db, keys, clocks.wall(), signal) },
    { name: 'staff-log', everyMs: hourMs, run: (signal) => checkStaffLog({ db, log }, clocks.wall, signal) },
    { name: 'sign-ins', everyMs: hourMs, run: (signal) => tidySignIns(db, clocks.wall(), signal) },
    {
      name: 'phone-ends',
      everyMs: hourMs,
      run: (signal) => fillPhoneEnds(db, new Seal(config.tokenSecret, config.lookupKeys), signal),
    },
    { name: 'messages', everyMs: 24 * hourMs, run: (signal) => tidyMessages(db, clocks.wall(), signal) },
    { name: 'inquiries', everyMs: hourMs, run: (signal) => closeInquiries(db, clocks.wall(), signal) },
    { name: 'chats', everyMs: 5_000, run: () => endSilentChats(deps, clocks.wall()) },
    { name: 'chat-transcripts', everyMs: 24 * hourMs, run: (signal) => tidyChats(db, clocks.wall(), signal) },
    { name: 'files', everyMs: 24 * hourMs, run: (signal) => tidyFiles(db, clocks.wall(), signal) },
    { name: 'boxes', everyMs: 24 * hourMs, run: (signal) => tidyBoxes(db, clocks.wall(), signal) },
    { name: 'provider-nonces', everyMs: 10 * minuteMs, run: (signal) => tidyNonces(db, clocks.wall(), signal) },
    { name: 'refused-webhooks', everyMs: 24 * hourMs, run: (signal) => tidyRefusedWebhooks(db, clocks.wall(), signal) },
    { name: 'exclusions', everyMs: hourMs, run: () => spreadExclusions({ db, core, clocks, log }) },
    { name: 'uses', everyMs: 24 * hourMs, run: (signal) => tidyUses(db, clocks.wall(), signal) },
    { name: 'tick-log', everyMs: hourMs, run: (signal) => tidyTickLog(db, clocks.domain.now(), signal, log) },
  ]
}
