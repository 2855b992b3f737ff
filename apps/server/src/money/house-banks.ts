import type { Tx } from '../ports.ts'
import type { BankFilter } from './banks.ts'

/** A bank account of the house. */
export interface HouseBank {
  readonly sub: string
  readonly bank: string
  readonly bankCode: string
  readonly number: string
  readonly holder: string
}

/** The house's open accounts at a site, the one to use first. */
export const houseBanksOf = (tx: Tx, siteId: number): Promise<HouseBank[]> =>
  tx.query<HouseBank & object>(
    `select sub, bank, code as "bankCode", number, holder from house_bank
      where site_id = $1 and is_open order by rank, sub`,
    [siteId],
  )

/** Which banks a site offers to its members. */
export async function bankFilterOf(tx: Tx, siteId: number): Promise<BankFilter> {
  const [row] = await tx.query<{ bank_filter: BankFilter }>('select bank_filter from site where id = $1', [siteId])
  return row?.bank_filter ?? {}
}
