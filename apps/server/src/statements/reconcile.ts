import { byProvider, type PayoutRow, tables } from '@maru/core'
import type { Deps } from '../deps.ts'
import type { Job } from '../jobs/scheduler.ts'
import { select } from '../journal/index.ts'
import { type Provider, type Providers, payoutKeyIn, type ReportedFact, reportFact } from '../providers/index.ts'
import { keptAccounts } from './accounts.ts'
import { wantedDays } from './days.ts'
import { type Line, noteLate, noteShown, openLines } from './lines.ts'
import { type Movement, openMovements, takeMovements } from './movements.ts'
import { pairsOf } from './pairs.ts'
import { applySettlements } from './settlements.ts'
import { newestFinalDay, storeStatement } from './store.ts'
import { dueFee, isFeeDue, tariffsOf } from './tariffs.ts'
import { tellCoins } from './tell-coins.ts'
import { reportLine, tellDeposit } from './tell-deposit.ts'

const hourMs = 3_600_000
/** What is in transit where a site has no such provider: its statements are imported by hand. */
const usualTransitMs = 24 * hourMs
/** A command may show what another line is about. */
const mostRounds = 3

interface Setup {
  readonly deps: Pick<Deps, 'db' | 'core' | 'log'>
  readonly providers: Providers
  /** Epoch ms of the wall clock. */
  readonly now: () => number
}

/** Each hour what providers say of the house's accounts is read and held against the ledger. What does not fit in time is for the audit. */
export function statementJob(setup: Setup): Job {
  return {
    name: 'statements',
    everyMs: hourMs,
    async run(signal) {
      let count = 0
      for (const siteId of await sitesOf(setup)) {
        signal.throwIfAborted()
        await readStatements(setup, siteId, signal)
        count += await reconcileSite(setup, siteId)
        const coins = await setup.providers.of(siteId, 'coin')
        if (coins !== null && (await tellCoins(setup.deps, coins, setup.now(), signal)) > 0)
          count += await reconcileSite(setup, siteId)
      }
      return count
    },
  }
}

async function sitesOf({ deps: { db, core } }: Setup): Promise<number[]> {
  const rows = await db.system((tx) => tx.query<{ id: string }>('select id from site order by id'))
  return rows.map(({ id }) => Number(id)).filter((id) => core.serves(id))
}

/** Reads the days that are not final of every account that a provider of the site keeps. */
async function readStatements(setup: Setup, siteId: number, signal: AbortSignal) {
  for (const [name, currencies] of keptAccounts) {
    const provider = await setup.providers.of(siteId, name)
    if (provider !== null) for (const currency of currencies) await readAccount(setup, provider, currency, signal)
  }
}

/**
 * Reads the days that are not final of all accounts that a provider keeps, up to today; where none is final those from `since` on (wall clock).
 * False: it could not be asked for all of them.
 */
export async function readStatementsOf(
  setup: Setup,
  provider: Provider,
  since: number,
  signal: AbortSignal,
): Promise<boolean> {
  const currencies = keptAccounts.find(([name]) => name === provider.name)?.[1] ?? []
  let isWhole = true
  for (const currency of currencies) isWhole = (await readAccount(setup, provider, currency, signal, since)) && isWhole
  return isWhole
}

/** Reads the days of an account that are not final; false: its provider could not be asked for all of them. */
async function readAccount(
  { deps: { db, log }, now }: Setup,
  provider: Provider,
  currency: string,
  signal: AbortSignal,
  since: number | null = null,
): Promise<boolean> {
  const { siteId, name } = provider
  const place = { siteId, provider: name, currency }
  const newest = await db.system((tx) => newestFinalDay(tx, place))
  for (const day of wantedDays(newest, now(), since)) {
    signal.throwIfAborted()
    const told = await provider.statement(day, currency)
    // The provider cannot be asked: the next run asks for the same days.
    if (told === null) return false
    const fault = await db.system((tx) => storeStatement(tx, place, told, now()))
    if (fault !== null) log.error({ ...place, day, fault }, 'a statement cannot be read')
  }
  return true
}

/** Finds what each line shows, tells the core what only a statement knew, and notes what is late; returns how many lines fitted. */
export async function reconcileSite({ deps, providers, now }: Setup, siteId: number): Promise<number> {
  const { db } = deps
  let count = 0
  for (let round = 0; round < mostRounds; round += 1) {
    await db.system((tx) => takeMovements(tx, siteId, now()), 'long')
    await db.system((tx) => applySettlements(tx, siteId))
    const found = await db.system(async (tx) => ({
      lines: await openLines(tx, siteId),
      movements: await openMovements(tx, siteId),
      tariffs: await tariffsOf(tx, siteId),
    }))
    const pairs = pairsOf(found.lines, found.movements)
    const paired = new Set(pairs.map(({ line }) => line))
    let told = 0
    for (const { line, movement, others } of pairs) {
      if (movement?.isExpected) {
        // The desk completed it before anybody reported the money: this line does. One that a person brought waits for another person.
        if (line.isWaiting) continue
        await reportLine(deps, siteId, line, movement.refId)
      }
      const booked = movement?.fee ?? 0n
      const due = dueFee(found.tariffs, line, booked)
      if (due > 0n) {
        const payout = movement === null ? null : await payoutOf(deps, siteId, line)
        const fee = payout === null ? due : booked + due
        await tellFee(deps, siteId, line, fee, { ...feeOf(line, movement), payout })
      }
      if (due > 0n && movement !== null) told += 1
      else {
        const feeGap = line.fee - booked - due
        const shown = { movements: movement === null ? [] : [movement, ...others], feeGap }
        await db.system((tx) => noteShown(tx, siteId, line, shown))
        count += 1
      }
    }
    for (const line of found.lines.filter((one) => !paired.has(one) && !one.isWaiting))
      told += await tellLine(deps, siteId, line, now())
    if (told === 0) break
  }
  for (const [name] of keptAccounts) {
    const transitMs = (await providers.of(siteId, name))?.transitMs ?? usualTransitMs
    await db.system((tx) => noteLate(tx, siteId, name, { now: now(), transitMs }))
  }
  return count
}

/** Tells the core what a line says that nobody else told: a fee, money that came, or that a payout was paid. Returns how many commands that took. */
export async function tellLine(deps: Setup['deps'], siteId: number, line: Line, now: number): Promise<number> {
  if (line.kind === 'fee') {
    if (!(await deps.db.system((tx) => isFeeDue(tx, siteId, line)))) return 0
    await tellFee(deps, siteId, line, line.fee - line.amount, { ...feeOf(line, null), payout: null })
    await deps.db.system((tx) => noteShown(tx, siteId, line, { movements: [], feeGap: 0n }))
    return 1
  }
  if (line.kind === 'deposit') return tellDeposit(deps, siteId, line, now)
  const payout = line.kind === 'payout' ? await payoutOf(deps, siteId, line) : null
  return payout === null || isPaid(payout) ? 0 : tellPaid(deps, siteId, line, payout)
}

/** Whether it is known that a payout was paid, be it after it had failed. */
const isPaid = ({ state, late }: PayoutRow): boolean => state === 'CONFIRMED' || late !== ''

/** Money that left by a payout whose end nobody told, or that was said to have failed: it is paid. */
async function tellPaid({ core, db }: Setup['deps'], siteId: number, line: Line, payout: PayoutRow): Promise<number> {
  if (payout.currency !== line.currency || payout.amount !== -line.amount) return 0
  const tariffs = await db.system((tx) => tariffsOf(tx, siteId))
  const { status } = await core.submit({
    kind: 'payoutOutcome',
    ...byProvider(siteId, line.provider, `statement:${line.reference}`),
    payoutId: payout.id,
    outcome: 'CONFIRMED',
    providerRef: line.providerRef,
    detail: 'STATEMENT',
    fee: dueFee(tariffs, line, 0n),
    closed: payout.closedAt === null ? null : payout,
  })
  return status < 400 ? 1 : 0
}

/** The payout whose key a line of its provider names; null: none. */
async function payoutOf(
  { db }: Setup['deps'],
  siteId: number,
  { provider, reference }: Line,
): Promise<PayoutRow | null> {
  const key = payoutKeyIn(reference)
  if (key === null) return null
  const [payout] = await db.system((tx) =>
    select(tx, tables.payouts, 'where site_id = $1 and key = $2 and provider = $3', [siteId, key, provider]),
  )
  return payout ?? null
}

/** For what a fee was taken; of a line that shows no movement: the provider's services. */
const feeOf = (line: Line, movement: Movement | null): Pick<Fee, 'houseSub' | 'refId'> =>
  movement === null ? { houseSub: line.provider, refId: null } : { houseSub: movement.sub, refId: movement.refId }

type Fee = Extract<ReportedFact, { kind: 'fee' }>

async function tellFee(
  deps: Setup['deps'],
  siteId: number,
  line: Line,
  fee: bigint,
  of: Pick<Fee, 'houseSub' | 'refId' | 'payout'>,
): Promise<void> {
  const { provider, kind, providerRef, currency } = line
  const event = { siteId, provider, event: `fee:${kind}:${providerRef}:${currency}:${fee}` }
  await reportFact(deps, event, { kind: 'fee', fee, currency, providerRef: `${kind}:${providerRef}`, ...of })
}
