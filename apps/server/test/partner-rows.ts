import type { TestDatabase } from './database.ts'

export interface PartnerRows {
  readonly siteId?: number
  readonly id: number
  readonly code: string
  readonly parentId: number | null
  readonly status?: string
  readonly feePpm?: number
  readonly rollPpm?: number
}

/** Writes partners as they stand since ever, each with an owner of his own, whose number is the partner's. */
export async function addPartners({ run }: Pick<TestDatabase, 'run'>, rows: readonly PartnerRows[]): Promise<void> {
  for (const { siteId = 1, id, code, parentId, status = 'ACTIVE', feePpm = 0, rollPpm = 0 } of rows) {
    await run(
      `insert into member (site_id, id, username, nick, nick_key, name, password_hash, kind, status, account_open_at, created_at)
       values ($1, $2, $3, $3, $3, $3, '', 'PARTNER', 'ACTIVE', 1, 1)`,
      [siteId, id, code.toLowerCase()],
    )
    await run(
      `insert into partner (site_id, id, code, name, member_id, status, created_at) values ($1, $2, $3, $3, $2, $4, 1)`,
      [siteId, id, code, status],
    )
    await run('insert into referral_code (site_id, code, partner_id, at) values ($1, lower($2), $3, 1)', [
      siteId,
      code,
      id,
    ])
    await run(
      `insert into partner_terms (site_id, id, partner_id, from_day, parent_id, fee_ppm, roll_ppm, agreed_at)
       values ($1, $2, $2, 0, $3, $4, $5, 1)`,
      [siteId, id, parentId, feePpm, rollPpm],
    )
  }
}
