import type {
  Command,
  DnwRow,
  Effects,
  FeedSignal,
  HouseRow,
  MoneyConfig,
  PayoutRow,
  PostingRow,
  SuspenseRow,
  Tick,
} from '../../src/index.ts'
import { equal } from '../checks.ts'
import type { Purses } from '../purses.ts'
import type { Store } from '../store.ts'
import type { UndoLog } from '../undo.ts'
import { wallOf } from '../uses.ts'
import { Arrivals } from './arrivals.ts'
import { Bars } from './bars.ts'
import { Bonuses } from './bonus/auditor.ts'
import { Commissions } from './commissions/auditor.ts'
import { DepositLimits } from './deposit-limits.ts'
import { Conversions } from './exchange/conversions.ts'
import { Mids } from './exchange/mids.ts'
import { Transfers } from './exchange/transfers.ts'
import { isExit, isMerchantSale, isOfMerchant, waitsIn } from './exits.ts'
import { type Due, Expected } from './expected.ts'
import { Holdings, type Traded } from './holdings.ts'
import { LostPayouts } from './lost-payouts.ts'
import { P2pOrders } from './p2p/auditor.ts'
import { Rests } from './rest/auditor.ts'
import { Leaves } from './rest/leaves.ts'
import { judgeSteps } from './steps.ts'
import { isOfStranger, judgeStranger } from './strangers.ts'
import { Flags } from './traits/flags.ts'
import { Treasury } from './treasury/auditor.ts'

/** What moves money in and out; everything else is of the trading books. */
const reasons = new Set([
  'DEPOSIT',
  'WITHDRAWAL_REQUEST',
  'WITHDRAWAL_RETURN',
  'WITHDRAWAL',
  'SUSPENSE',
  'SUSPENSE_RETURN',
  'SUSPENSE_LOSS',
  'PROVIDER_FEE',
  'REORG',
  'PAYOUT_LATE',
  'DEDUCTION',
  'CONVERSION',
  'TRANSFER',
  'P2P_ESCROW',
  'P2P_RETURN',
  'P2P_BUY',
  'P2P_SELL',
  'P2P_LATE',
  'BONUS',
  'BONUS_RETURN',
  'BONUS_CONVERSION',
  'COMMISSION',
  'COMMISSION_PAID',
  'COMMISSION_REJECTED',
])

/** Whether a posting is of money in and out. */
export const isMoney = ({ reason }: Pick<PostingRow, 'reason'>): boolean => reasons.has(reason)

/** Judges money in and out by rules D: states, postings, what is pending, locks, holds, limits and persons. It shares no code with the core. */
export class MoneyAuditor {
  readonly #undo: UndoLog
  readonly #config: MoneyConfig
  /** What the wall clock of the house shows at a time of its domain clock. */
  readonly #wallAt: (at: number) => number
  readonly #rows = new Map<number, DnwRow>()
  /** The newest form of each payout. */
  readonly #payouts = new Map<number, PayoutRow>()
  readonly #lost: LostPayouts
  /** Lines that were taken back. */
  readonly #corrections = new Map<number, true>()
  /** What is booked of what its provider took for each. */
  readonly #fees = new Map<number, bigint>()
  readonly #arrived: Arrivals
  /** The newest state of money in suspense. */
  readonly #suspenses = new Map<number, SuspenseRow['state']>()
  /** What is booked of coins that came, by what names them. */
  readonly #coins = new Map<string, bigint>()
  /** Open withdrawals of a member. */
  readonly #pending = new Map<number, number>()
  /** What is pending and in suspense, by site and currency. */
  readonly #owed = new Map<string, bigint>()
  readonly #events = new Set<string>()
  readonly #bars: Bars
  readonly #holdings: Holdings
  readonly #mids = new Mids()
  readonly #conversions: Conversions
  readonly #transfers: Transfers
  readonly #limits: DepositLimits
  readonly #p2p: P2pOrders
  readonly #bonus: Bonuses
  /** null: what was traded since a deposit is the trading auditors' to know. */
  readonly #flags: Flags | null
  readonly #rests: Rests
  readonly #leaving: Leaves
  readonly #treasury: Treasury | null
  readonly #commissions: Commissions | null
  readonly #counts = {
    deposits: 0,
    withdrawals: 0,
    sold: 0,
    returns: 0,
    suspense: 0,
    payouts: 0,
    repeats: 0,
    debits: 0,
    corrections: 0,
    offsets: 0,
  }

  /** `traded`: what trading holds of wallets; null: nobody trades. */
  constructor(
    undo: UndoLog,
    purses: Purses,
    config: MoneyConfig,
    { traded = null, wallAt = wallOf }: { traded?: Traded | null; wallAt?: (at: number) => number } = {},
  ) {
    this.#undo = undo
    this.#wallAt = wallAt
    this.#config = config
    this.#bars = new Bars(undo, config)
    this.#holdings = new Holdings(undo, purses, traded)
    this.#limits = new DepositLimits(undo)
    this.#arrived = new Arrivals(undo)
    this.#lost = new LostPayouts(undo)
    const [limits, rows] = [this.#limits, this.#rows]
    const known = { config, holdings: this.#holdings, bars: this.#bars, limits, mids: this.#mids, rows }
    this.#conversions = new Conversions(undo, known)
    this.#transfers = new Transfers(undo, known)
    this.#p2p = new P2pOrders(undo, known)
    this.#bonus = new Bonuses(undo, known)
    this.#flags = traded === null ? new Flags(undo, config, this.#bars) : null
    this.#rests = new Rests(undo, this.#holdings, this.#bars)
    this.#leaving = new Leaves(undo, this.#holdings)
    this.#treasury = traded === null ? new Treasury(undo) : null
    this.#commissions = traded === null ? new Commissions(undo, this.#holdings) : null
  }

  get counts(): Readonly<Record<string, number>> {
    const parts = [
      this.#counts,
      this.#arrived.counts,
      this.#lost.counts,
      this.#conversions.counts,
      this.#transfers.counts,
      this.#limits.counts,
      this.#p2p.counts,
      this.#bonus.counts,
      this.#flags?.counts,
      this.#commissions?.counts,
      this.#treasury && { ...this.#treasury.counts, ...this.#rests.counts, ...this.#leaving.counts },
    ]
    return Object.assign({}, ...parts) as Readonly<Record<string, number>>
  }

  born(at: number): void {
    this.#conversions.born(this.#wallAt(at))
  }
  tick(tick: Tick, at: number): void {
    const coin = this.#mids.tick(tick)
    if (coin !== null) this.#conversions.heard(coin, tick.sourceTs, at)
  }
  signal(signal: FeedSignal, at: number): void {
    const currency = this.#mids.signal(signal)
    if (currency !== null && signal.kind === 'coinRate') this.#conversions.heard(currency, signal.sourceTs, at)
  }
  settled(at: number): void {
    this.#bars.pass(this.#wallAt(at))
    this.#conversions.settled(at)
    this.#p2p.settled(this.#wallAt(at))
    this.#bonus.settled(this.#wallAt(at))
  }
  /** A backup was made of what is committed. */
  backedUp(): void {
    this.#lost.backedUp()
  }
  /** It was restored, and what is noted since is undone. */
  restored(store: Store): void {
    this.#lost.restored(store)
    this.crashed()
  }
  /** Call it after what is undone. */
  crashed(): void {
    this.#mids.crashed()
    this.#conversions.crashed()
  }

  /** Sees one call before the auditors of the trading books, whose wallets it changes too. */
  observe(command: Command | null, effects: Effects, now: number): void {
    const { rows } = effects
    const wall = this.#wallAt(now)
    const postings = rows.postings.filter(isMoney)
    if (this.#isRepeated(command, rows)) {
      equal(postings.length, 0, `postings of the repeated event ${command!.kind}`)
      return
    }
    const expected = new Expected()
    this.#holdings.follow(command, effects)
    if (command) this.#bars.command(command, effects.reply?.status ?? 0, wall)
    if (command) this.#asked(command, effects, expected, now)
    this.#p2p.observe(command, effects, expected, { at: now, wall })
    this.#bonus.observe(command, effects, expected, { at: now, wall })
    for (const answer of effects.late) this.#conversions.late(answer, effects, expected, now, wall)
    this.#flags?.follow(rows)
    this.#treasury?.observe(command, effects)
    this.#commissions?.observe(command, effects, expected, { at: now, wall })
    for (const row of rows.dnw) this.#row(row, command, rows, expected, now)
    for (const row of rows.arrivals) this.#bars.coins(row, wall)
    this.#lost.follow(rows, command)
    for (const row of rows.payouts) this.#payout(row, command)
    this.#limits.follow(rows.limits)
    for (const row of rows.suspenses) this.#suspense(row, command, expected)
    if (command?.kind === 'offsetSuspense') this.#offset(command, effects)
    if (command?.kind === 'settleBreak' && effects.reply?.status === 200) this.#arrived.takenBack(command.requestId)
    for (const { postingId } of rows.corrections) this.#corrected(postingId, command)
    if (command) this.#fee(command, effects, expected)
    expected.compare(postings)
    for (const due of postings) this.#book(due)
    this.#bars.check(rows.depositLocks, wall)
    this.#holdings.check(effects)
    if (command?.kind === 'providerFact') this.#fact(command, effects)
    if (command !== null && isOfStranger(command)) judgeStranger(command, effects)
    for (const row of rows.dnw) if (isExit(row) && row.rev === 1) this.#leaves(row, now)
    for (const row of rows.dnw)
      if (isMerchantSale(row) && row.rev === 1) this.#bars.leaves(row, [...this.#rows.values()], wall)
    for (const row of rows.house) this.#house(row)
  }

  /** What moves money inside the house, and what members limit themselves to, judged against what is known before. */
  #asked(command: Command, effects: Effects, expected: Expected, now: number): void {
    const { reply } = effects
    const wall = this.#wallAt(now)
    if (command.kind === 'payRest')
      this.#rests.observe(command, effects, (this.#pending.get(command.memberId) ?? 0) > 0, wall)
    if (command.kind === 'leave') {
      const { id } = command.actor
      const hasOrder = this.#p2p.hasOpen(id) || (this.#commissions?.isOwed(id) ?? false)
      this.#leaving.observe(command, effects, { hasOrder, requests: this.#rows.values() })
    }
    if (command.kind === 'convert') this.#conversions.command(command, reply, now, wall)
    if (command.kind === 'transferOwn' || command.kind === 'transferToMember')
      this.#transfers.command(command, effects, expected, now, wall)
    if (command.kind !== 'applyDeposit') return
    const code = (reply?.body as { code?: string } | undefined)?.code ?? null
    // A repeat gets the answer of before.
    if (effects.rows.replies.length > 0) this.#limits.announced(command, code, this.#rows.values(), wall)
  }

  /** An event that is reported again counts as a new one where its answer was forgotten. */
  #isRepeated(command: Command | null, { replies }: Effects['rows']): boolean {
    if (command?.kind !== 'providerFact' && command?.kind !== 'payoutOutcome' && command?.kind !== 'p2pAnswered')
      return false
    const name = `${command.siteId}:${command.actor.id}:${command.key.event}`
    if (this.#events.has(name)) {
      if (replies.length > 0) return false
      this.#counts.repeats++
      return true
    }
    this.#events.add(name)
    this.#undo.push(() => this.#events.delete(name))
    return false
  }

  /** A row of the history: its states are legal, and what it posts is what the table of rules D says. */
  #row(row: DnwRow, command: Command | null, rows: Effects['rows'], expected: Expected, now: number): void {
    const wall = this.#wallAt(now)
    const before = this.#rows.get(row.id) ?? null
    judgeSteps(before, row, command, this.#config, wall)
    this.#undo.set(this.#rows, row.id, row)
    const { siteId, memberId, walletType, currency, point, fee, houseAccount, houseSub } = row
    const member: Due = { siteId, account: 'MEMBER', sub: '', memberId, walletType, currency, amount: point }
    const house: Due = { ...member, account: houseAccount, sub: houseSub, memberId: null, walletType: null }
    const pending: Due = { ...house, ...waitsIn(row) }
    const isDone = row.status === 'COMPLETED' && before?.status !== 'COMPLETED'
    if (row.type === 'D' && isDone) {
      this.#counts.deposits++
      if (this.#holdings.isBarred(memberId, wall))
        throw new Error(`${memberId}, who may bring no money, was credited ${row.id}`)
      const assigned = rows.suspenses.find(({ dnwId }) => dnwId === row.id)
      const isByDesk = command?.kind === 'assignSuspense'
      if (isByDesk && this.#limits.isBeyond({ memberId, currency, amount: 0n }, this.#rows.values(), wall))
        throw new Error(`${row.id} was assigned beyond a limit of ${memberId}`)
      if (!assigned) {
        expected.add(row.id, member, { ...house, amount: -point })
        this.#arrived.expect(row, command)
      }
      const isCoin = rows.arrivals.some(({ dnwId }) => dnwId === row.id)
      this.#bars.deposited(row, wall, isCoin)
    }
    // What a merchant sold may not leave at once either.
    if (row.type === 'WB' && isDone) this.#bars.deposited(row, wall, false)
    if (isExit(row) && before === null) {
      if (command?.kind === 'payRest') this.#flags?.addRest(row)
      else this.#flags?.judge(row, this.#rows.values(), wall)
      this.#counts[row.type === 'W' ? 'withdrawals' : 'sold']++
      expected.add(row.id, { ...member, amount: -point }, pending)
      this.#count(memberId, 1)
    }
    if (isMerchantSale(row) && before === null) this.#flags?.judge(row, this.#rows.values(), wall)
    if (row.type === 'PM' && walletType !== 'BONUS') this.#debit(row, rows, expected)
    if (!isExit(row) || before === null) return
    if (isDone) {
      this.#flags?.paid(row, wall)
      expected.add(row.id, { ...pending, amount: -point }, { ...house, amount: point - fee })
      if (fee > 0n) expected.add(row.id, { ...house, account: 'FEE_WITHDRAW', sub: '', amount: fee })
    } else if (row.processedAt !== null) {
      this.#counts.returns++
      expected.add(row.id, { ...pending, amount: -point }, member)
      const reversal = rows.dnw.find(({ type, pairId }) => type === 'E' && pairId === row.id)
      equal(reversal?.point, point, `the reversal of ${row.id}`)
    }
    if (row.processedAt !== null) this.#count(memberId, -1)
  }

  /** A payout is made and leaves only where its member is not frozen; one that may have left before is asked about under its key. */
  #payout(row: PayoutRow, command: Command | null): void {
    const before = this.#payouts.get(row.id) ?? null
    this.#undo.set(this.#payouts, row.id, row)
    const isMade = before === null && command?.kind === 'approveRequest'
    const leaves = before?.state === 'QUEUED' && row.state === 'SENDING'
    if ((isMade || leaves) && this.#bars.isFrozen(row.memberId))
      throw new Error(`the payout ${row.id} went on while member ${row.memberId} was frozen`)
  }

  /** What is taken back from a member: not more than he has, and the rest is the house's loss and freezes what leaves. */
  #debit(row: DnwRow, rows: Effects['rows'], expected: Expected): void {
    this.#counts.debits++
    const { siteId, memberId, walletType, currency, point, houseAccount, houseSub } = row
    const house: Due = {
      siteId,
      account: houseAccount,
      sub: houseSub,
      memberId: null,
      walletType: null,
      currency,
      amount: point,
    }
    const own = rows.postings.filter(({ refId }) => refId === row.id)
    const taken = -(own.find(({ account }) => account === 'MEMBER')?.amount ?? 0n)
    if (taken < 0n || taken > point) throw new Error(`${taken} of ${point} were taken from ${memberId}`)
    const fee = this.#lateFee(row)
    expected.add(row.id, { ...house, amount: point - fee })
    if (fee > 0n) expected.add(row.id, { ...house, account: 'FEE_WITHDRAW', sub: '', amount: fee })
    if (taken > 0n) expected.add(row.id, { ...house, account: 'MEMBER', sub: '', memberId, walletType, amount: -taken })
    if (taken === point) return
    expected.add(row.id, { ...house, account: 'BAD_DEBT', sub: '', amount: taken - point })
    this.#bars.freeze(memberId)
  }

  /** What of a debit is the fee of a withdrawal that had failed and was paid after all: all of it is taken back then. */
  #lateFee({ id, pairId, point, reason }: DnwRow): bigint {
    if (reason !== 'PAYOUT_LATE') return 0n
    const paid = this.#rows.get(pairId ?? 0)
    equal(point, paid?.point, `what the debit ${id} takes back of the withdrawal ${pairId}`)
    return paid?.fee ?? 0n
  }

  /** What was credited by mistake is taken back once, and no more than it was. */
  #corrected(postingId: number, command: Command | null): void {
    if (command?.kind !== 'deductCash') throw new Error(`${command?.kind} took back the line ${postingId}`)
    if (this.#corrections.has(postingId)) throw new Error(`the line ${postingId} was taken back twice`)
    if (command.point > command.credited) throw new Error(`more than the line ${postingId} credited was taken back`)
    this.#undo.set(this.#corrections, postingId, true)
    if (command.point === command.credited) this.#arrived.takenBack(command.requestId)
    this.#counts.corrections++
  }

  #suspense(row: SuspenseRow, command: Command | null, expected: Expected): void {
    const before = this.#suspenses.get(row.id) ?? null
    this.#undo.set(this.#suspenses, row.id, row.state)
    const { siteId, id, currency, amount, houseAccount, houseSub, state, dnwId } = row
    const owed: Due = {
      siteId,
      account: 'DEPOSIT_SUSPENSE',
      sub: '',
      memberId: null,
      walletType: null,
      currency,
      amount,
    }
    const house = { ...owed, account: houseAccount, sub: houseSub }
    if (before === null) {
      this.#counts.suspense++
      // Coins of a purchase come from where its order held them, which the auditor of orders says; what was taken back for its owner has come
      // into suspense with the debit.
      const from = isOfMerchant(row) ? [] : [{ ...house, amount: -amount }]
      if (command?.kind !== 'deductCash' && row.cause !== 'OFFSET') expected.add(id, owed, ...from)
    }
    this.#arrived.mayFit(row)
    if (state === 'OPEN') this.#arrived.waits(row, this.#rows)
    else if (state === 'WRITTEN_OFF') expected.add(id, { ...owed, amount: -amount }, { ...owed, account: 'BAD_DEBT' })
    else if (state === 'OFFSET') equal(command?.kind, 'offsetSuspense', `who offset ${id}`)
    else if (state === 'RETURNED' || (state === 'REORGED' && before === 'OPEN'))
      expected.add(id, { ...owed, amount: -amount }, house)
    else if (state === 'REORGED') {
      // What the desk had given to a member is taken back from him by a row of its own.
      if (before === 'RETURNED') expected.add(id, house, { ...owed, account: 'BAD_DEBT', amount: -amount })
      else equal(before, 'ASSIGNED', `what the coins in suspense ${id} were`)
    } else {
      const row = this.#rows.get(dnwId!)!
      const { walletType } = row
      expected.add(row.id, { ...owed, amount: -amount })
      expected.add(row.id, { ...owed, account: 'MEMBER', memberId: row.memberId, walletType })
    }
  }

  /** Two persons end what a provider took back: what is offset leaves as much in suspense as before. */
  #offset({ approval, againstId }: Extract<Command, { kind: 'offsetSuspense' }>, { rows }: Effects): void {
    const { suspenses } = rows
    if (suspenses.length === 0) return
    this.#counts.offsets++
    if (!approval) throw new Error('one person alone offset money in suspense')
    if (againstId === null) {
      equal(
        suspenses.every(({ amount }) => amount < 0n),
        true,
        'that only what was taken back is written off',
      )
      return
    }
    const sumOf = (isOpen: boolean) =>
      suspenses.filter(({ state }) => (state === 'OPEN') === isOpen).reduce((sum, { amount }) => sum + amount, 0n)
    equal(sumOf(true), sumOf(false), 'what an offset leaves in suspense')
    equal(
      new Set(suspenses.map((row) => `${row.currency} ${row.houseAccount} ${row.houseSub}`)).size,
      1,
      'accounts of an offset',
    )
  }

  /** What a provider took for a payout is booked once, whichever news of its payment tells of it. */
  #fee(command: Command, { reply, rows }: Effects, expected: Expected): void {
    for (const { dnwId, state } of rows.payouts)
      if (state === 'CONFIRMED' && rows.dnw.some(({ id, status }) => id === dnwId && status === 'COMPLETED'))
        this.#counts.payouts++
    const news = paidNews(command)
    const payout = news && this.#payouts.get(news.payoutId)
    if (!payout || isOfStranger(command) || reply?.status !== 200) return
    const known = this.#fees.get(payout.id) ?? 0n
    if (news.fee <= known) return
    this.#undo.set(this.#fees, payout.id, news.fee)
    const { siteId, dnwId, currency, houseAccount: account, houseSub: sub } = payout
    const amount = news.fee - known
    const house: Due = { siteId, account, sub, memberId: null, walletType: null, currency, amount }
    expected.add(dnwId, house, { ...house, account: 'PROVIDER_FEE', amount: -amount })
  }

  /** Money that a bank told of is in the ledger from then on, once. */
  #fact(command: Extract<Command, { kind: 'providerFact' }>, { reply, rows }: Effects): void {
    const { fact, siteId } = command
    if (reply?.status === 503 && fact.kind === 'payout' && this.#lost.isBarred(siteId, command.actor.id)) return
    equal(reply?.status, 200, `the answer to the fact ${fact.kind}`)
    if (isOfStranger(command)) return
    if (fact.kind === 'coin') this.#came(rows)
    if (fact.kind === 'deposit' && fact.amount > 0n) this.#arrived.observe(siteId, fact, rows)
  }

  /** Of coins what was told last is booked, whoever has it, once they have their blocks and as long as the network knows them. */
  #came({ postings, arrivals }: Effects['rows']): void {
    let expected = 0n
    for (const { siteId, network, txid, output, state, amount } of arrivals) {
      const name = `${siteId}:${network}:${txid}:${output}`
      const booked = state === 'SEEN' || state === 'REORGED' ? 0n : amount
      expected += booked - (this.#coins.get(name) ?? 0n)
      this.#undo.set(this.#coins, name, booked)
    }
    const came = postings
      .filter(({ account }) => account === 'COIN_HOT')
      .reduce((sum, posting) => sum - posting.amount, 0n)
    equal(came, expected, 'what a network brought')
  }

  /** A withdrawal that was taken on: nothing bars it, it is the only one, and it leaves what is locked and at stake. */
  #leaves({ memberId, walletType, ...row }: DnwRow, now: number): void {
    equal(this.#pending.get(memberId), 1, `open withdrawals of ${memberId}`)
    const wall = this.#wallAt(now)
    this.#bars.leaves({ memberId, walletType, ...row }, [...this.#rows.values()], wall)
    const free = this.#holdings.free(memberId, walletType)!
    const locked = this.#bars.locked(memberId, walletType, wall)
    if (free < locked) throw new Error(`${memberId} has ${free} left after a withdrawal, ${locked} may not leave`)
    if (!this.#holdings.isLive(memberId, walletType, now))
      throw new Error(`a withdrawal of ${memberId} left while a price was missing`)
  }

  /** What the house owes in between is what is open. */
  #house(row: HouseRow): void {
    this.#p2p.house(row)
    const { siteId, account, currency, balance } = row
    const name = owedName(row)
    if (name === null) return
    equal(balance, this.#owed.get(name) ?? 0n, `${account} of ${siteId} in ${currency}`)
    // What a bank takes back of money that a member has may be more than what else waits.
    if (balance < 0n && account !== 'DEPOSIT_SUSPENSE') throw new Error(`${account} of ${siteId} is below zero`)
  }

  #book(posting: PostingRow): void {
    const name = owedName(posting)
    if (name !== null) this.#undo.set(this.#owed, name, (this.#owed.get(name) ?? 0n) + posting.amount)
    this.#holdings.book(posting)
  }

  #count(memberId: number, by: number): void {
    this.#undo.set(this.#pending, memberId, (this.#pending.get(memberId) ?? 0) + by)
  }

  /** Call it when nothing waits to be committed: what is pending is what open withdrawals are worth, and each has one payout at most. */
  auditStore(store: Store): void {
    this.#p2p.auditStore(store)
    this.#arrived.auditStore(store)
    this.#commissions?.auditStore(store)
    const { dnw, house, suspenses, payouts } = store
    const open = new Map<string, bigint>()
    const add = (name: string, amount: bigint) => open.set(name, (open.get(name) ?? 0n) + amount)
    for (const row of dnw.values())
      if (isExit(row) && row.processedAt === null) add(owedName({ ...row, ...waitsIn(row) })!, row.point)
    for (const { closedAt, siteId, currency, amount } of suspenses.values())
      if (closedAt === null) add(owedName({ siteId, account: 'DEPOSIT_SUSPENSE', sub: '', currency })!, amount)
    for (const row of house.values()) {
      const name = owedName(row)
      if (name !== null) equal(row.balance, open.get(name) ?? 0n, `${row.account} of ${row.siteId} by its open rows`)
    }
    const paid = new Set<number>()
    for (const { dnwId, state } of payouts.values()) {
      if (paid.has(dnwId)) throw new Error(`the withdrawal ${dnwId} has two payouts`)
      paid.add(dnwId)
      const row = [...dnw.values()].find(({ id }) => id === dnwId)
      const status = state === 'CONFIRMED' ? 'COMPLETED' : state === 'FAILED' ? 'REJECTED' : 'APPROVED'
      equal(row?.status, status, `the withdrawal ${dnwId} of a payout that is ${state}`)
    }
  }
}

/** The payout that a command tells the payment of, and what was taken for it; null: it tells of none. */
function paidNews(command: Command): { readonly payoutId: number; readonly fee: bigint } | null {
  if (command.kind === 'payoutOutcome') return command.outcome === 'CONFIRMED' ? command : null
  if (command.kind !== 'providerFact' || command.fact.kind !== 'payout') return null
  return command.fact.state === 'DONE' || command.fact.state === 'RETURNED' ? command.fact : null
}

/** Accounts of what is open in between; null: another account, or of merchants, whose orders say what it holds. */
function owedName({
  siteId,
  account,
  sub,
  currency,
}: Pick<PostingRow, 'siteId' | 'account' | 'sub' | 'currency'>): string | null {
  const isOwed =
    account === 'WITHDRAWAL_PENDING' || account === 'DEPOSIT_SUSPENSE' || (account === 'P2P_ESCROW' && sub === 'bitdex')
  return isOwed ? `${siteId}:${account}:${currency}` : null
}
