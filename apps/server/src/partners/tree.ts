import type { PartnerDetail, PartnerRow, PartnerStatus } from '@maru/contract'
import { isBelow, kstMonday, type PartnerNode, type PartnerPlace, type PartnerTerms, placesAt } from '@maru/core'
import { kstDay } from '../http/filters.ts'
import { maskName } from '../money/masks.ts'
import type { Tx } from '../ports.ts'
import { allPartners, type Partner } from './store.ts'

/** Which partners of a tree. */
export interface Wanted {
  readonly id?: number | undefined
  readonly level?: number | undefined
  readonly parentId?: number | undefined
  readonly statuses?: readonly PartnerStatus[] | null
}

/** The partners of a site as they stand in one week. */
export class PartnerTree {
  readonly week: number
  readonly partners: ReadonlyMap<number, Partner>
  readonly #places: ReadonlyMap<number, PartnerPlace>

  /** `week`: Monday 00:00 KST. */
  constructor(partners: readonly Partner[], week: number) {
    this.week = week
    this.partners = new Map(partners.map((one) => [one.id, one]))
    this.#places = placesAt(partners, week)
  }

  /** What terms are judged against: whoever was rejected stands nowhere. */
  get nodes(): PartnerNode[] {
    return [...this.partners.values()].filter(({ status }) => status !== 'REJECTED')
  }

  /** Whether a partner is this one, or stands below it. */
  isIn(root: number, id: number): boolean {
    const place = this.#places.get(id)
    return place !== undefined && isBelow(this.#places, place, root)
  }

  /** Partners in the order of levels, of one partner's tree or of all. */
  rows(root: number | null, { id, level, parentId, statuses = null }: Wanted): PartnerRow[] {
    const places = [...this.#places.values()].filter(
      (place) =>
        (root === null || this.isIn(root, place.id)) &&
        (id === undefined || place.id === id) &&
        (level === undefined || place.level === level) &&
        (parentId === undefined || place.parentId === parentId) &&
        (statuses === null || statuses.includes(this.#partner(place).status)),
    )
    return places.sort((a, b) => a.level - b.level || a.id - b.id).map((place) => this.#row(place))
  }

  /** One partner with what his tree brought, as `viewer` sees him; null: there is none. */
  detail(
    id: number,
    viewer: number,
  ):
    | (Omit<PartnerDetail, 'week' | 'last' | 'lastOnNextTerms' | 'members'> & {
        readonly members: Omit<PartnerDetail['members'], 'active'>
      })
    | null {
    const place = this.#places.get(id)
    if (place === undefined) return null
    const { ownerName, code } = this.#partner(place)
    const branch = [...this.partners.values()].filter((one) => this.isIn(id, one.id))
    const sum = (count: (one: Partner) => number) => branch.reduce((total, one) => total + count(one), 0)
    return {
      ...this.#row(place),
      ownerName: id === viewer ? ownerName : maskName(ownerName),
      link: `/ref/${code}`,
      members: {
        direct: this.#partner(place).memberCount,
        total: sum(({ memberCount }) => memberCount),
        thisWeek: sum(({ joined }) => joined),
      },
    }
  }

  #partner({ id }: PartnerPlace): Partner {
    return this.partners.get(id)!
  }

  #row(place: PartnerPlace): PartnerRow {
    const { id, code, name, status, memberCount, createdAt, terms } = this.#partner(place)
    const next = nextTerms(terms, this.week)
    return {
      id,
      code,
      name,
      level: place.level,
      parentId: place.parentId,
      status,
      memberCount,
      ...ratesText(place),
      nextTerms: next && { from: kstDay(next.fromDay), parentId: next.parentId, ...ratesText(next) },
      createdAt,
    }
  }
}

/** The tree of a site in the week of a time. New members are counted by the wall clock. */
export async function treeOf(
  tx: Tx,
  siteId: number,
  now: { readonly at: number; readonly wall: number },
): Promise<PartnerTree> {
  return new PartnerTree(await allPartners(tx, siteId, kstMonday(now.wall)), kstMonday(now.at))
}

/** The first terms after those of a week; null: none are agreed. */
function nextTerms(terms: readonly PartnerTerms[], week: number): PartnerTerms | null {
  let next: PartnerTerms | null = null
  for (const one of terms) if (one.fromDay > week && (next === null || one.fromDay <= next.fromDay)) next = one
  return next
}

/** Rates as answers carry them. */
const ratesText = ({ feePpm, rollPpm, lossPpm }: PartnerTerms) => ({
  feeRate: percentText(feePpm),
  rollRate: percentText(rollPpm),
  lossRate: percentText(lossPpm),
})

/** 305,000 millionths as 30.50: two decimals at least. */
export function percentText(ppm: number): string {
  const fraction = String(ppm % 10_000).padStart(4, '0')
  return `${Math.floor(ppm / 10_000)}.${fraction.endsWith('00') ? fraction.slice(0, 2) : fraction.replace(/0$/, '')}`
}
