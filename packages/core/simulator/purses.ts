import type { Command } from '../src/index.ts'

/** A wallet by the auditors' own sums; whoever posts to it shares it. */
export interface Purse {
  posted: bigint
  /** Held back by bets that are not decided. */
  stakes: bigint
  /** What bets and fills came to after fees, in order of time; only added to. */
  readonly results: { readonly at: number; readonly stake: bigint; readonly profit: bigint }[]
}

type Grants = Pick<Extract<Command, { kind: 'openMember' }>, 'memberId' | 'grants'>

/** The wallets of all members as the auditors of one house see them, and as they were when the last batch was committed. */
export class Purses {
  readonly #purses = new Map<string, Purse>()
  #saved = new Map<string, { readonly posted: bigint; readonly stakes: bigint; readonly results: number }>()
  /** As they were when the newest backup was made. */
  #backup = this.#saved

  /** Opens the wallets of a new member with what was granted. */
  open({ memberId, grants }: Grants): void {
    for (const { type, amount } of grants) {
      const name = `${memberId}:${type}`
      if (!this.#purses.has(name)) this.#purses.set(name, { posted: amount, stakes: 0n, results: [] })
    }
  }

  /** The wallet of a member, which is open. */
  of(memberId: number, type: string): Purse {
    const purse = this.#purses.get(`${memberId}:${type}`)
    if (!purse) throw new Error(`member ${memberId} has no wallet ${type}`)
    return purse
  }

  find(memberId: number, type: string): Purse | null {
    return this.#purses.get(`${memberId}:${type}`) ?? null
  }

  all(): Iterable<Purse> {
    return this.#purses.values()
  }

  committed(): void {
    this.#saved = new Map()
    for (const [name, { posted, stakes, results }] of this.#purses)
      this.#saved.set(name, { posted, stakes, results: results.length })
  }

  backedUp(): void {
    this.#backup = this.#saved
  }

  restored(): void {
    this.#saved = this.#backup
    this.crashed()
  }

  crashed(): void {
    for (const [name, purse] of this.#purses) {
      const saved = this.#saved.get(name)
      if (!saved) {
        this.#purses.delete(name)
        continue
      }
      purse.posted = saved.posted
      purse.stakes = saved.stakes
      purse.results.length = saved.results
    }
  }
}
