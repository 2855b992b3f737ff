import type { DnwRow, MoneyConfig, Rows } from '../../../src/index.ts'
import { equal } from '../../checks.ts'
import type { UndoLog } from '../../undo.ts'
import { type Bars, ofDay } from '../bars.ts'
import { isMerchantSale, takesOut } from '../exits.ts'

type Trait = Rows['memberTraits'][number]
type Edit = Rows['riskGroupEdits'][number]

/** Judges what is odd about money that is to leave (rules D) where nobody trades, by everything that members were seen with. */
export class Flags {
  readonly #undo: UndoLog
  readonly #config: MoneyConfig
  readonly #bars: Bars
  readonly #traits = new Map<string, Trait>()
  readonly #edits = new Map<number, Edit>()
  /** Accounts that money of a member was paid to. */
  readonly #paid = new Map<string, number>()
  /** Requests that no member made. */
  readonly #rests = new Map<number, true>()
  readonly counts = { traits: 0, 'shared things': 0, 'group edits': 0 }

  constructor(undo: UndoLog, config: MoneyConfig, bars: Bars) {
    this.#undo = undo
    this.#config = config
    this.#bars = bars
  }

  /** Takes over what was seen and declared; call it before the rows of the history. */
  follow({ memberTraits, riskGroupEdits }: Rows): void {
    for (const row of memberTraits) {
      this.counts.traits++
      this.#undo.set(this.#traits, `${row.siteId}:${row.memberId}:${row.kind}:${row.hash}`, row)
    }
    for (const row of riskGroupEdits) {
      this.counts['group edits']++
      this.#undo.set(this.#edits, row.id, row)
    }
  }

  /** A request to let money leave says exactly what is odd about it. `before`: the rows of before it. */
  judge(row: DnwRow, before: Iterable<DnwRow>, wall: number): void {
    const due: string[] = []
    const { memberId, currency, accountId } = row
    if (this.#bars.isUntraded(memberId)) due.push('NO_TRADING')
    if (this.#shares(row, ['DEVICE'])) due.push('SHARED_DEVICE')
    if (this.#shares(row, ['BANK', 'ADDRESS'])) due.push('SHARED_ACCOUNT')
    if (this.#sharesNetwork(row, wall)) due.push('SHARED_IP')
    const isAddress = currency !== 'KRW' && accountId !== null && !isMerchantSale(row)
    if (isAddress && !this.#paid.has(`${memberId}:${accountId}`)) due.push('NEW_ADDRESS')
    const mine = [...before].filter(
      (one) => one.id !== row.id && takesOut(one) && !this.#rests.has(one.id) && one.memberId === memberId,
    )
    if (ofDay(mine, wall).length >= this.#config.flagWithdrawals) due.push('VELOCITY')
    equal(row.flags.join(' '), due.join(' '), `what is odd about the request ${row.id} of ${memberId}`)
    if (due.some((flag) => flag.startsWith('SHARED'))) this.counts['shared things']++
  }

  /** What a member who is shut out is paid counts among nobody's requests. */
  addRest({ id }: DnwRow): void {
    this.#undo.set(this.#rests, id, true)
  }

  /** Money has reached an account. */
  paid({ memberId, accountId }: DnwRow, wall: number): void {
    if (accountId !== null) this.#undo.set(this.#paid, `${memberId}:${accountId}`, wall)
  }

  #shares({ siteId, memberId }: DnwRow, kinds: readonly Trait['kind'][]): boolean {
    return this.#of(siteId, memberId).some(
      (own) => kinds.includes(own.kind) && this.#others(own).some((other) => !this.#isSplit(memberId, other.memberId)),
    )
  }

  /** Used by others too of late, though not by so many that it is a carrier's. */
  #sharesNetwork({ siteId, memberId }: DnwRow, wall: number): boolean {
    const since = wall - this.#config.sharedIpMs
    return this.#of(siteId, memberId).some((own) => {
      if (own.kind !== 'IP' || own.at < since) return false
      const others = this.#others(own).filter(({ at }) => at >= since)
      return (
        others.length < this.#config.sharedIpMembers && others.some((other) => !this.#isSplit(memberId, other.memberId))
      )
    })
  }

  #of(siteId: number, memberId: number): Trait[] {
    return [...this.#traits.values()].filter((row) => row.siteId === siteId && row.memberId === memberId)
  }

  /** Who else of the site has it; nobody, where staff declared that it says nothing. */
  #others(own: Trait): Trait[] {
    const isSame = ({ siteId, kind, hash }: Trait) => siteId === own.siteId && kind === own.kind && hash === own.hash
    const isExempt = this.#standing().some(
      (edit) =>
        edit.kind === 'EXEMPT' && edit.siteId === own.siteId && edit.trait === own.kind && edit.hash === own.hash,
    )
    return isExempt ? [] : [...this.#traits.values()].filter((row) => row.memberId !== own.memberId && isSame(row))
  }

  #isSplit(one: number, other: number): boolean {
    const [least, most] = one < other ? [one, other] : [other, one]
    return this.#standing().some(({ kind, oneId, otherId }) => kind === 'SPLIT' && oneId === least && otherId === most)
  }

  #standing(): Edit[] {
    return [...this.#edits.values()].filter(({ undoneAt }) => undoneAt === null)
  }
}
