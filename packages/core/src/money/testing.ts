/** What the tests of money share: a house with members, a desk, and the wall clock moved on by hand. */
import type { DnwRow as Row } from '@maru/contract'
import { byMember, byProvider, byStaff, bySystem } from '../envelope.ts'
import { emptySnapshot, House, SITE } from '../testing.ts'
import type { Command, CoreSnapshot, DnwRow, Minor, MoneyFactRow, Reply } from '../types.ts'
import { type FactKey, factKeyOf } from './known-facts.ts'

type Kind = Command['kind']
type Desk = Extract<Kind, 'takeRequest' | 'releaseRequest' | 'rejectRequest'>

/** Over which networks coins leave. */
const networks: Readonly<Record<string, string>> = {
  FUTURES: 'TRC20',
  USDT: 'TRC20',
  BTC: 'BTC',
  ETH: 'ERC20',
  XRP: 'XRP',
}

/** A house that does money; member 7 has ₩10,000,000, which no hold is on. */
export class Teller extends House {
  readonly rows = new Map<number, DnwRow>()
  #payouts = 0

  constructor(parts: Partial<CoreSnapshot> = {}) {
    super(emptySnapshot(parts))
    this.member(7)
  }

  override do(command: Command): Reply {
    const reply = super.do(command)
    this.keepRows()
    return reply
  }

  /** Lets time pass on both clocks. */
  pass(ms: number): void {
    this.at += ms
    this.settle()
    this.keepRows()
  }

  deposit(point: Minor, parts: Partial<Extract<Command, { kind: 'applyDeposit' }>> = {}, memberId = 7): Reply {
    return this.do({
      kind: 'applyDeposit',
      ...byMember({ siteId: SITE, memberId }, this.key()),
      walletType: 'BINARY',
      point,
      depositor: '홍길동',
      houseSub: 'KB-1',
      flags: [],
      ...parts,
    })
  }

  withdraw(point: Minor, parts: Partial<Extract<Command, { kind: 'applyWithdrawal' }>> = {}, memberId = 7): Reply {
    return this.do({
      kind: 'applyWithdrawal',
      ...byMember({ siteId: SITE, memberId }, this.key()),
      walletType: 'BINARY',
      point,
      accountId: 31,
      account: '신한은행 ****4821',
      payee: '홍길동',
      houseSub: networks[parts.walletType ?? 'BINARY'] ?? 'KB-1',
      ...parts,
    })
  }

  cancel(requestId: number, memberId = 7): Reply {
    return this.do({
      kind: 'cancelRequest',
      ...byMember({ siteId: SITE, memberId }, this.key()),
      requestId,
      closed: this.closed(requestId),
    })
  }

  desk(kind: Desk, requestId: number, staffId = 9, version = this.row(requestId).rev): Reply {
    return this.do({ kind, ...this.#step(requestId, staffId, version) })
  }

  takeOver(requestId: number, staffId: number, from: number): Reply {
    return this.do({ kind: 'takeRequest', ...this.#step(requestId, staffId, this.row(requestId).rev), from })
  }

  handOver(requestId: number, staffId: number, to: number): Reply {
    return this.do({ kind: 'handOverRequest', ...this.#step(requestId, staffId, this.row(requestId).rev), to })
  }

  approve(requestId: number, staffId = 9, asSecond = false, absent: readonly number[] = []): Reply {
    return this.do({ ...this.approval(requestId, staffId), asSecond, absent })
  }

  approval(requestId: number, staffId = 9) {
    const step = this.#step(requestId, staffId, this.row(requestId).rev)
    return { kind: 'approveRequest', ...step, asSecond: false, payoutKey: this.payoutKey() } as const
  }

  /** Another one each time. */
  payoutKey(): string {
    this.#payouts++
    return `payout-key-${this.#payouts}`
  }

  complete(requestId: number, staffId = 9): Reply {
    const version = this.row(requestId).rev
    return this.do({ kind: 'completeRequest', ...this.#step(requestId, staffId, version), statementLine: 'line 12' })
  }

  hold(cause: Extract<Command, { kind: 'holdExits' }>['cause'], until: number | null = null): Reply {
    return this.do({ kind: 'holdExits', ...bySystem(SITE), memberId: 7, cause, until })
  }

  pause(): Reply {
    return this.do({ kind: 'pauseWithdrawals', ...bySystem(SITE) })
  }

  configureMoney(changes: Readonly<Record<string, unknown>>): Reply {
    return this.do({
      kind: 'configure',
      ...byStaff(SITE, 9, 'as planned'),
      scope: 'money',
      optionId: null,
      changes,
      effectiveFrom: null,
    })
  }

  /** The newest form of a row. */
  row(id: number): DnwRow {
    const row = this.rows.get(id)
    if (!row) throw new Error(`no row ${id}`)
    return row
  }

  balance(account: string, sub = '', currency = 'KRW'): Minor {
    const of = this.core
      .snapshot()
      .house.find((row) => row.account === account && row.sub === sub && row.currency === currency)
    return of?.balance ?? 0n
  }

  holds() {
    return this.ask('money.holds', { siteId: SITE, memberId: 7, wall: this.wall })
  }

  closed(id: number): DnwRow | null {
    const row = this.rows.get(id)
    return row && row.processedAt !== null ? row : null
  }

  /** Takes over what the database would hold of rows. */
  keepRows(): void {
    for (const { rows } of this.calls) for (const row of rows.dnw) this.rows.set(row.id, row)
  }

  /** A step that two persons take. */
  byTwo() {
    return { ...byStaff(SITE, 9, 'found its owner', { approval: { id: 1, staffId: 10 } }), key: this.key() }
  }

  #step(requestId: number, staffId: number, version: number) {
    const key = this.key()
    return { ...byStaff(SITE, staffId, 'looked at it'), key, requestId, version, closed: this.closed(requestId) }
  }
}

export const idOf = ({ body }: Reply): number => (body as Row).id
export const statusOf = ({ body }: Reply): string => (body as Row).status
export const paramsOf = ({ body }: Reply) => (body as { params: Readonly<Record<string, unknown>> }).params

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

type Fact = Extract<Command, { kind: 'providerFact' }>['fact']
type FactOf<K extends Fact['kind']> = Extract<Fact, { kind: K }>

/** A house that hears of its providers. */
export class Counter extends Teller {
  #event = 0
  #ref = 0

  tell(provider: string, fact: Fact, event?: string): Reply {
    return this.do(this.report(provider, fact, event))
  }

  /** What a provider reports, with what the database would hold of it. */
  report(provider: string, fact: Fact, event = `evt-${++this.#event}`) {
    return {
      kind: 'providerFact',
      ...byProvider(SITE, provider, event),
      fact,
      known: this.#known(provider, fact),
    } as const
  }

  #known(provider: string, fact: Fact): MoneyFactRow | null {
    const key = factKeyOf(SITE, provider, fact)
    if (!key) return null
    const rows = this.calls.flatMap(({ rows }) => rows.moneyFacts)
    return (
      rows.findLast((row) => Object.entries(key).every(([name, value]) => row[name as keyof FactKey] === value)) ?? null
    )
  }

  /** The bank says that money came: other money than before, unless its reference is named. */
  arrive(amount: Minor, parts: Partial<FactOf<'deposit'>> = {}, event?: string): Reply {
    const providerRef = `ref-${++this.#ref}`
    const fact = { requestId: null, reference: '', providerRef, currency: 'KRW', closed: null } as const
    return this.tell('bank', { kind: 'deposit', ...fact, amount, payer: '홍길동', houseSub: 'KB-1', ...parts }, event)
  }

  /** The network says that coins came. */
  coins(confirmations: number, parts: Partial<FactOf<'coin'>> = {}): Reply {
    const where = { network: 'BTC', txid: 'tx-1', output: 0, coin: 'BTC', walletType: 'BTC' } as const
    const fact = { kind: 'coin', ...where, amount: 50_000_000n, memberId: 7, reorged: false } as const
    return this.tell('coin', { ...fact, closed: null, settled: [], confirmations, ...parts })
  }

  /** The network forgets the coins of tx-1, whose newest form the database holds. */
  forget(parts: Partial<FactOf<'coin'>> = {}): Reply {
    const last = this.arrival()
    return this.coins(0, { reorged: true, closed: last.closedAt === null ? null : last, ...parts })
  }

  /** The newest form of coins that came. */
  arrival() {
    return this.calls.flatMap(({ rows }) => rows.arrivals).at(-1)!
  }

  /** The newest form of money in suspense. */
  suspenseRow(id: number) {
    return this.calls.flatMap(({ rows }) => rows.suspenses).findLast((row) => row.id === id)!
  }

  /** Money that the desk has dealt with, as the database shows it. */
  settled(suspenseId: number) {
    const row = this.suspenseRow(suspenseId)
    return [{ row, deposit: row.dnwId === null ? null : this.row(row.dnwId) }]
  }

  /** Member 7 has 1,000 USDT that came over TRC20 and may leave at once. */
  usdtCame(): void {
    this.configureMoney({ firstHoldMs: 0, holdMs: 0 })
    const coins = { coin: 'USDT', network: 'TRC20', walletType: 'USDT', amount: 1_000_00000000n } as const
    for (const confirmations of [20, 40]) this.coins(confirmations, coins)
  }

  sending(payoutId: number): Reply {
    return this.do({ kind: 'payoutSending', ...bySystem(SITE), payoutId })
  }

  outcome(
    payoutId: number,
    outcome: Extract<Command, { kind: 'payoutOutcome' }>['outcome'],
    parts: Partial<Extract<Command, { kind: 'payoutOutcome' }>> = {},
  ): Reply {
    const told = { providerRef: 'pay-1', detail: '', fee: 0n, closed: this.payout(payoutId) }
    const { provider } = parts.closed ?? this.payout(payoutId)
    const key = byProvider(SITE, provider, `${payoutId}-${outcome}-${++this.#event}`)
    return this.do({ kind: 'payoutOutcome', ...key, payoutId, outcome, ...told, ...parts })
  }

  /** Stops what leaves of member 7, or lets it go on. */
  freeze(isFrozen: boolean): Reply {
    return this.do({ kind: 'freezeWithdrawals', ...this.byTwo(), memberId: 7, isFrozen })
  }

  /** The newest form of a payout. */
  payout(id: number) {
    return this.calls.flatMap(({ rows }) => rows.payouts).findLast((row) => row.id === id)!
  }

  /** A withdrawal that the desk has agreed to, and its payout. */
  approved(point: Minor): { readonly id: number; readonly payoutId: number } {
    const id = idOf(this.withdraw(point))
    this.pass(600_000)
    this.approve(id)
    return { id, payoutId: this.calls.flatMap(({ rows }) => rows.payouts).at(-1)!.id }
  }

  suspense() {
    return this.core.snapshot().suspenses
  }
}
