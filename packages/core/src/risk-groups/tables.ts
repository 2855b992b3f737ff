import { text, whole } from '../tables/column.ts'
import { type RowOf, table } from '../tables/table.ts'

/** What members may have in common: a person, a device, a bank account, an address that coins are paid to, an address of the network. */
export type TraitKind = 'IDENTITY' | 'DEVICE' | 'BANK' | 'ADDRESS' | 'IP'

export const riskGroupTables = {
  /** What members are known by, as keyed hashes alone. A trait stays: who shared one once is linked. */
  memberTraits: table(
    'member_trait',
    {
      siteId: whole.key,
      memberId: whole.key,
      kind: text<TraitKind>().key,
      hash: text().key, // hexadecimal, of a key that the core does not know
      at: whole.changing, // wall clock: seen last, to the day, of an address of the network; else first
    },
    { rows: 'all' },
  ),
}

export interface MemberTraitRow extends RowOf<typeof riskGroupTables.memberTraits> {}
