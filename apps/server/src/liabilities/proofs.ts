import type { LiabilityProof, LiabilityStatement } from '@maru/contract'
import { decimalsOf, formatMinor } from '@maru/core'
import { siblingsOf, sumStep, toHex } from '@maru/evidence'
import type { Tx } from '../ports.ts'
import { amountsOf } from './owed.ts'
import { leafContent } from './state.ts'

/** What is listed: two years of statements in all currencies of a site. */
const keptMonths = 24

interface StatementRow {
  month: string
  currency: string
  at: string
  leaf_count: number
  total: string
  root: Buffer
  key_id: string
  signature: string
}

/** The statements of a site, the newest month first. */
export async function statements(tx: Tx, siteId: number): Promise<LiabilityStatement[]> {
  const rows = await tx.query<StatementRow>(
    `select month, currency, at, leaf_count, total, root, key_id, signature from liability_statement
     where site_id = $1 and month in (
       select distinct month from liability_statement where site_id = $1 order by month desc limit $2)
     order by month desc, currency`,
    [siteId, keptMonths],
  )
  return rows.map((row) => ({
    siteId,
    month: row.month,
    currency: row.currency,
    scale: decimalsOf(row.currency),
    at: Number(row.at),
    leafCount: row.leaf_count,
    total: formatMinor(BigInt(row.total), row.currency),
    root: toHex(row.root),
    keyId: row.key_id,
    signature: row.signature,
  }))
}

interface LeafRow {
  currency: string
  index: number
  salt: string
  parts: Record<string, string>
}

/** The proofs of a member for a month, one a currency in which the site owed him something. `month` undefined: the newest. */
export async function proofsOf(tx: Tx, siteId: number, memberId: number, month?: string): Promise<LiabilityProof[]> {
  const all = await statements(tx, siteId)
  const chosen = month ?? all[0]?.month
  const leaves = await tx.query<LeafRow>(
    `select currency, index, salt, parts from liability_node
     where site_id = $1 and member_id = $2 and month = $3 order by currency`,
    [siteId, memberId, chosen],
  )
  const proofs: LiabilityProof[] = []
  for (const leaf of leaves) {
    const { currency, index, salt, parts } = leaf
    const statement = all.find((one) => one.month === chosen && one.currency === currency)
    if (statement === undefined) continue
    const owed = { memberId, currency, parts: amountsOf(parts) }
    proofs.push({
      statement,
      leaf: leafContent(siteId, statement.month, owed),
      salt,
      index,
      leafCount: statement.leafCount,
      path: await pathOf(tx, statement, index),
    })
  }
  return proofs
}

async function pathOf(tx: Tx, statement: LiabilityStatement, index: number): Promise<LiabilityProof['path']> {
  const { siteId, month, currency, leafCount } = statement
  const siblings = siblingsOf(index, leafCount)
  const rows = await tx.query<{ hash: Buffer; sum: string }>(
    `select n.hash, n.sum from unnest($4::smallint[], $5::integer[]) with ordinality as s (level, index, place)
     join liability_node n on n.site_id = $1 and n.month = $2 and n.currency = $3 and n.level = s.level and n.index = s.index
     order by s.place`,
    [siteId, month, currency, siblings.map(({ level }) => level), siblings.map((sibling) => sibling.index)],
  )
  return rows.map(({ hash, sum }, place) => sumStep(siblings[place]!.side, { hash, sum: BigInt(sum) }))
}
