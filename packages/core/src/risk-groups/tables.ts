import { text, whole } from '../tables/column.ts'
import { type RowOf, table } from '../tables/table.ts'

/** What members may have in common: a person, a device, a bank account, an address that coins are paid to, an address of the network. */
export type TraitKind = 'IDENTITY' | 'DEVICE' | 'BANK' | 'ADDRESS' | 'IP'

/** EXEMPT: a trait joins nobody. JOIN, SPLIT: of two members. */
export type GroupEditKind = 'EXEMPT' | 'JOIN' | 'SPLIT'

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
  /** What staff declare of groups; it stands until it is undone. */
  riskGroupEdits: table(
    'risk_group_edit',
    {
      siteId: whole.key,
      id: whole.key,
      kind: text<GroupEditKind>(),
      trait: text<TraitKind>().orNull, // of EXEMPT, with its hash
      hash: text().orNull,
      oneId: whole.orNull, // of JOIN and SPLIT: two members, the lesser first
      otherId: whole.orNull,
      staffId: whole,
      approvedBy: whole,
      reason: text(),
      createdAt: whole, // wall clock
      undoneAt: whole.orNull.changing,
      undoneBy: whole.orNull.changing,
    },
    { rows: 'open', until: 'undoneAt' },
  ),
}

export interface MemberTraitRow extends RowOf<typeof riskGroupTables.memberTraits> {}
export interface RiskGroupEditRow extends RowOf<typeof riskGroupTables.riskGroupEdits> {}
