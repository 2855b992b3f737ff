import type { Command, Effects } from '../../../src/index.ts'
import { replyKeyOf, replyName } from '../../../src/index.ts'
import { equal } from '../../checks.ts'
import type { Store } from '../../store.ts'
import type { UndoLog } from '../../undo.ts'
import { Answered } from '../exchange/answered.ts'
import type { Due, Expected } from '../expected.ts'
import type { Holdings } from '../holdings.ts'

type Of<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>
type Decision = Of<'payCommissions'> | Of<'rejectCommission'> | Of<'holdCommission'>
type Payable = Pick<Effects['rows']['commissionPayables'][number], 'memberId' | 'amount' | 'state' | 'version'>

const dayMs = 86_400_000
const weekMs = 7 * dayMs
/** A Monday, 00:00 in Korea. */
const monday = Date.UTC(1970, 0, 4, 15)

/** Judges what partners are owed and paid by rules F: a week once for ever, decided once, by two persons, to the won. */
export class Commissions {
  readonly #undo: UndoLog
  readonly #holdings: Holdings
  readonly #answered: Answered
  readonly #closes = new Map<string, string>()
  /** What nobody has decided, by site, week and partner. */
  readonly #open = new Map<string, Payable>()
  readonly counts = { 'closed weeks': 0, commissions: 0, 'rejected commissions': 0, 'commission refusals': 0 }

  constructor(undo: UndoLog, holdings: Holdings) {
    this.#undo = undo
    this.#holdings = holdings
    this.#answered = new Answered(undo)
  }

  /** Sees a call with all its postings. */
  observe(command: Command | null, effects: Effects, expected: Expected, now: { at: number; wall: number }): void {
    switch (command?.kind) {
      case 'closeCommissions':
        this.#close(command, effects, expected, now.at)
        break
      case 'payCommissions':
      case 'rejectCommission':
      case 'holdCommission':
        this.#decide(command, effects, expected, now.wall)
        break
      default:
        equal(effects.rows.commissionPayables.length, 0, `commissions that ${command?.kind} changed`)
    }
  }

  /** Whether a week owes a member something that nobody has decided. */
  isOwed(memberId: number): boolean {
    return [...this.#open.values()].some((payable) => payable.memberId === memberId)
  }

  #close(command: Of<'closeCommissions'>, { reply, rows }: Effects, expected: Expected, at: number): void {
    const { siteId, week, digest, payables } = command
    const name = `${siteId}:${week}`
    const known = this.#closes.get(name)
    const due = known === undefined ? this.#refusalOfClose(command, at) : known === digest ? null : 'STALE_VERSION'
    this.#judge(reply, due, `the close of ${name}`)
    if (due !== null || known !== undefined) return
    this.counts['closed weeks']++
    this.#undo.set(this.#closes, name, digest)
    const sum = payables.reduce((total, { amount }) => total + amount, 0n)
    equal(rows.commissionCloses[0]?.sum, sum, `what ${name} comes to`)
    if (sum > 0n) expected.add(null, this.#house(siteId, 'COMMISSION', '', -sum))
    for (const { partnerId, memberId, amount, isHeld } of payables) {
      expected.add(null, this.#house(siteId, 'PARTNER_PAYABLE', String(partnerId), amount))
      this.#undo.set(this.#open, `${name}:${partnerId}`, {
        memberId,
        amount,
        state: isHeld ? 'HELD' : 'WAITING',
        version: 1,
      })
    }
  }

  #refusalOfClose({ siteId, week, payables }: Of<'closeCommissions'>, at: number): string | null {
    if ((week - monday) % weekMs !== 0 || week + weekMs > at) return 'INVALID_REQUEST'
    if (new Set(payables.map(({ partnerId }) => partnerId)).size < payables.length) return 'INVALID_REQUEST'
    if (payables.some(({ amount }) => amount === 0n)) return 'INVALID_REQUEST'
    return payables.every(({ memberId }) => this.#holdings.isOf(siteId, memberId)) ? null : 'USER_NOT_FOUND'
  }

  #decide(command: Decision, { reply, rows }: Effects, expected: Expected, wall: number): void {
    if (this.#answered.isRepeat(command, reply)) return
    if (reply) this.#answered.keep(replyName(replyKeyOf(command)!), reply)
    const due = this.#refusal(command, wall)
    this.#judge(reply, due, `the answer to ${command.kind} of ${command.week}`)
    if (due !== null) return
    const { siteId, week } = command
    const ids = command.kind === 'payCommissions' ? command.partnerIds : [command.partnerId]
    for (const id of ids) {
      const name = `${siteId}:${week}:${id}`
      const payable = this.#open.get(name)!
      if (command.kind === 'holdCommission') {
        const state = command.isHeld ? 'HELD' : 'WAITING'
        this.#undo.set(this.#open, name, { ...payable, state, version: payable.version + 1 })
        continue
      }
      this.#undo.delete(this.#open, name)
      const owed = this.#house(siteId, 'PARTNER_PAYABLE', String(id), -payable.amount)
      if (command.kind === 'rejectCommission') {
        this.counts['rejected commissions']++
        expected.add(null, owed, this.#house(siteId, 'COMMISSION', '', payable.amount))
        continue
      }
      this.counts.commissions++
      const row = rows.dnw.find(({ type, houseSub }) => type === 'C' && houseSub === String(id))
      equal(row?.point, payable.amount, `what ${name} says that it brought`)
      const { memberId, amount } = payable
      expected.add(row!.id, owed, { ...owed, account: 'MEMBER', sub: '', memberId, walletType: 'BINARY', amount })
    }
  }

  #refusal(command: Decision, wall: number): string | null {
    const { siteId, week } = command
    const find = (partnerId: number) => this.#open.get(`${siteId}:${week}:${partnerId}`)
    if (command.kind === 'holdCommission') {
      const payable = find(command.partnerId)
      const isSame = (payable?.state === 'HELD') === command.isHeld
      return payable?.version !== command.version || isSame ? 'STALE_VERSION' : null
    }
    if (!command.approval) return 'PERMISSION_DENIED'
    if (command.kind === 'rejectCommission') return find(command.partnerId) ? null : 'STALE_VERSION'
    const { partnerIds } = command
    if (partnerIds.length === 0 || new Set(partnerIds).size < partnerIds.length) return 'INVALID_REQUEST'
    for (const partnerId of partnerIds) {
      const payable = find(partnerId)
      if (payable?.state !== 'WAITING') return 'STALE_VERSION'
      const bar = this.#holdings.barOf(payable.memberId, wall)
      if (bar !== null) return bar
    }
    return null
  }

  #judge(reply: Effects['reply'], due: string | null, what: string): void {
    equal((reply?.body as { code?: string } | undefined)?.code ?? null, due, what)
    if (due !== null) this.counts['commission refusals']++
  }

  #house(siteId: number, account: Due['account'], sub: string, amount: bigint): Due {
    return { siteId, account, sub, memberId: null, walletType: null, currency: 'KRW', amount }
  }

  /** Call it when nothing waits to be committed: what each partner is owed is what nobody has decided. */
  auditStore({ commissionPayables, house }: Store): void {
    const owed = new Map<string, bigint>()
    for (const { siteId, partnerId, amount, decidedAt } of commissionPayables.values()) {
      const name = `${siteId}:${partnerId}`
      owed.set(name, (owed.get(name) ?? 0n) + (decidedAt === null ? amount : 0n))
    }
    for (const { siteId, account, sub, balance } of house.values())
      if (account === 'PARTNER_PAYABLE')
        equal(balance, owed.get(`${siteId}:${sub}`) ?? 0n, `what partner ${sub} of ${siteId} is owed`)
  }
}
