import type { PartnerRow } from '@maru/contract'

/** Percents, as they are typed. */
export interface Rates {
  readonly fee: number
  readonly roll: number
  readonly loss: number
}
/** Terms that are proposed for a partner from a Monday on. */
export interface Proposal extends Rates {
  readonly parentId: number | null
  readonly from: string
}
type Terms = Rates & { readonly parentId: number | null }

/** What stands against proposed terms: `than` is the rate that they collide with. */
export interface TermsFault {
  readonly kind: 'aboveParent' | 'belowChild' | 'cut'
  readonly type: keyof Rates
  readonly name: string
  readonly than: number
}

const types = ['fee', 'roll', 'loss'] as const

/** A rate that may be asked for: at most four decimals. */
export const isRate = (text: string): boolean => /^(?:100|[1-9]?\d)(?:\.\d{1,4})?$/.test(text)

/** What holds for a partner from a Monday on, as it was agreed. */
export function termsAt(row: PartnerRow, from: string): Terms {
  const { feeRate, rollRate, lossRate, parentId } =
    row.nextTerms !== null && row.nextTerms.from <= from ? row.nextTerms : row
  return { fee: Number(feeRate), roll: Number(rollRate), loss: Number(lossRate), parentId }
}

/** Why proposed terms will be refused or need time, by the tree as it will stand on their Monday. */
export function termsFaults(rows: readonly PartnerRow[], row: PartnerRow, proposal: Proposal): TermsFault[] {
  const standing = rows.filter(({ id, status }) => id !== row.id && status !== 'REJECTED')
  const before = termsAt(row, proposal.from)
  return types.flatMap((type): TermsFault[] => {
    const own = proposal[type]
    return [
      ...standing
        .filter((one) => one.id === proposal.parentId && termsAt(one, proposal.from)[type] < own)
        .map((one) => ({
          kind: 'aboveParent' as const,
          type,
          name: one.name,
          than: termsAt(one, proposal.from)[type],
        })),
      ...standing
        .filter((one) => {
          const terms = termsAt(one, proposal.from)
          return terms.parentId === row.id && terms[type] > own
        })
        .map((one) => ({ kind: 'belowChild' as const, type, name: one.name, than: termsAt(one, proposal.from)[type] })),
      ...(own < before[type] ? [{ kind: 'cut' as const, type, name: row.name, than: before[type] }] : []),
    ]
  })
}

export interface Part {
  readonly name: string
  readonly percent: number
}

/** How the rate of level 1 is shared along the chain down to a partner: each has his rate less that of the one below. */
export function chainOf(
  rows: readonly PartnerRow[],
  row: Pick<PartnerRow, 'name'>,
  { fee, parentId, from }: Proposal,
): Part[] {
  const byId = new Map(rows.map((one) => [one.id, one]))
  const parts: Part[] = [{ name: row.name, percent: fee }]
  const seen = new Set<number>()
  for (let at = parentId, below = fee; at !== null && !seen.has(at); ) {
    seen.add(at)
    const one = byId.get(at)
    if (one === undefined) break
    const terms = termsAt(one, from)
    // Rates have four decimals: their difference has no more.
    parts.unshift({ name: one.name, percent: Math.round((terms.fee - below) * 10_000) / 10_000 })
    below = terms.fee
    at = terms.parentId
  }
  return parts
}
